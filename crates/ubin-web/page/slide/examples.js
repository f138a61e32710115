// Boards worth a look.

/** By the name of their string. @type {{ name: string, rows: number, cols: number, start: number[], goalName: string }[]} */
export const EXAMPLES = [
  { name: 'example.thirty', rows: 4, cols: 4, start: [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15], goalName: 'blank-last' },
  { name: 'example.three', rows: 4, cols: 4, start: [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12], goalName: 'blank-last' },
  { name: 'example.hard3', rows: 3, cols: 3, start: [8, 6, 7, 2, 5, 4, 3, 0, 1], goalName: 'blank-last' },
  { name: 'example.unsolvable', rows: 4, cols: 4, start: [1, 3, 4, 15, 2, 0, 5, 12, 7, 6, 11, 14, 8, 9, 10, 13], goalName: 'blank-last' },
  // The first of Korf's hundred, whose goal has the blank first.
  { name: 'example.korf1', rows: 4, cols: 4, start: [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], goalName: 'blank-first' },
  {
    name: 'example.large',
    rows: 5,
    cols: 5,
    start: [18, 1, 21, 19, 13, 4, 14, 8, 0, 11, 16, 2, 20, 24, 10, 6, 17, 15, 23, 9, 7, 3, 12, 22, 5],
    goalName: 'blank-last',
  },
];
