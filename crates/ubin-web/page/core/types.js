// The shape of the state, for readers and for the type checker.

/**
 * A sliding puzzle and the moves made on it. The board on the stage is `start` after the first `at` moves.
 * @typedef {object} SlideDoc
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} start tiles row by row, 0 for the blank
 * @property {number[]} goal
 * @property {string} goalName `blank-last`, `blank-first`, `spiral` or `custom`
 * @property {string} moves where the blank goes: U D L R
 * @property {number} at
 * @property {{ from: number, result: any } | null} solution the server's answer for the board after `from` moves
 */

/**
 * A piece, as the server's model gives it.
 * @typedef {object} Piece
 * @property {string} letter
 * @property {number} area
 * @property {number} least how many of it are used at least
 * @property {number} most how many of it there are
 * @property {string[] | string[][]} shape rows of a flat piece; layers of rows of a solid one
 */

/**
 * A packing board as the server reads it.
 * @typedef {object} Model
 * @property {string} kind `default`, `custom`, `pyramid` or `box`
 * @property {number} rows
 * @property {number} cols
 * @property {number} layers
 * @property {[number, number, number][]} cells row, column, layer; layer 0 is the lowest; the index is the cell's number
 * @property {Piece[]} pieces
 * @property {[number, number]} gaps how many cells stay empty, at least and at most
 * @property {{ letter: string, cells: number[] }[]} placed
 * @property {Record<string, number[][]> | null} placements every legal placement of each piece on the empty board; asked for in space only
 */

/**
 * A packing puzzle and the pieces on its board.
 * @typedef {object} PackDoc
 * @property {string | null} name of a built-in set, when it is one
 * @property {string} text without the pieces that are placed
 * @property {boolean} noFlip
 * @property {Model | null} model
 * @property {Record<string, number[]>} placed cells of the pieces on the board, by letter; copies of a piece one after the other
 * @property {string[]} given letters of the pieces that a challenge gives: they stay
 * @property {{ difficulty: string, seed: string } | null} challenge what the challenge is
 */

/**
 * @typedef {object} Doc
 * @property {'slide' | 'pack'} workspace
 * @property {SlideDoc} slide
 * @property {PackDoc} pack
 */

/**
 * A search under way, or the last one.
 * @typedef {object} Job
 * @property {string} kind `solve`, `tree`, `compare`, `count`, ...
 * @property {string | null} id by which the server knows it
 * @property {any} progress
 * @property {number[]} speeds nodes per second so far, for the curve
 * @property {boolean} running
 * @property {AbortController} abort
 * @property {number} [most] moves of a line that is known already
 */

/**
 * A piece in the hand.
 * @typedef {object} Held
 * @property {string} letter
 * @property {[number, number][]} shape rows and columns from its corner; flat boards
 * @property {[number, number]} at where its corner is, in rows and columns; flat boards
 * @property {[number, number]} grip which of its cells is under the pointer
 * @property {number[] | null} from where it was lifted
 * @property {number} choice which legal placement through the cursor; boards in space
 * @property {'keys' | 'pointer'} by
 */

/**
 * A sentence before it has a language: the name of a string, and what stands in it.
 * @typedef {[string, Record<string, any>]} Told
 */

/**
 * What is wrong with a text or a request: code and values say it in any language, the message in English.
 * @typedef {object} Mistake
 * @property {string} message
 * @property {string} [code]
 * @property {string | null} [mistake] finer than the code
 * @property {string | null} [field]
 * @property {Record<string, any>} [values] of the sentence
 * @property {Told} [told] what the page found itself
 * @property {string | null} snippet
 * @property {number | null} line
 * @property {number | null} column
 */

/**
 * What is said about the document; it goes with the next change.
 * @typedef {object} Note
 * @property {Told} words
 * @property {boolean} undo whether the document came by the step that undo takes back
 */

/**
 * @typedef {object} SlideView
 * @property {'play' | 'edit'} mode
 * @property {number} cursor
 * @property {number | null} picked the first of two tiles to be swapped
 * @property {number | null} goalPicked the same on the goal board
 * @property {string | null} typing the number being typed into the cursor's cell
 * @property {string | null} text what is in the text box, when it differs from the board
 * @property {Mistake | null} mistake
 * @property {Note | null} note
 * @property {any} check the server's verdict, with the board it is about
 * @property {number[] | null} checked
 * @property {number | null} lit the tile of the KURANG table under the pointer
 * @property {boolean} playing
 * @property {any} trace
 * @property {any} hint
 * @property {any} distance how far the board on the stage is from the goal, and the start
 * @property {any} tree
 * @property {number} step of the tree
 * @property {any} compare
 */

/**
 * @typedef {object} PackView
 * @property {string | null} text
 * @property {Mistake | null} mistake
 * @property {Note | null} note
 * @property {number} cursor
 * @property {Held | null} held
 * @property {string | null} chosen the piece of the tray that is looked at
 * @property {any} verdict
 * @property {any} hint
 * @property {any} answer
 * @property {any} count
 * @property {any} all
 * @property {string | null} heat the piece of the heat map
 * @property {any} challenge
 * @property {any} painter
 * @property {any} tree
 * @property {number} step
 * @property {any} compare
 * @property {{ azimuth: number, elevation: number, layer: number, explode: number, xray: boolean }} space
 */

/**
 * The part of a tree's drawing that is seen, for windows of every size.
 * @typedef {object} TreeLook
 * @property {number} x what is in the middle, in units of the drawing
 * @property {number} y
 * @property {number} zoom
 */

/**
 * How a search is studied.
 * @typedef {object} Study
 * @property {number | null} node the node that is looked at; the one of the step where none was chosen
 * @property {boolean} growing whether a tree is on its way
 * @property {boolean} playing
 * @property {number} speed
 * @property {{ asked: number, right: number, last: { right: boolean, words: Told } | null } | null} predict the score of predictions
 * @property {TreeLook | null} look where a person has moved the tree; `null` while it follows the steps by itself
 * @property {{ step: number, node: number | null, look: TreeLook | null } | null} wanted what a link says, until its tree is there
 */

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} keys whether single keys do something
 * @property {'blank' | 'tile'} arrows what the arrow keys move
 * @property {'blank' | 'tile' | 'arrow'} notation
 * @property {number} speed
 * @property {boolean} loop
 * @property {boolean} letters
 */

/**
 * @typedef {object} Options
 * @property {string} method
 * @property {string} heuristic empty for the method's own
 * @property {string} variant
 * @property {string} metric
 * @property {number} seconds
 * @property {string} weight
 */

/**
 * @typedef {object} State
 * @property {Doc} doc
 * @property {Settings} settings
 * @property {{ gone: boolean, isNew: boolean, returns: number, health: any, sets: { name: string, title: string, text: string }[], tables: any[] | null, words: import('./words.js').WordSet[] }} server
 * @property {SlideView} slide
 * @property {PackView} pack
 * @property {Options} options
 * @property {{ method: string, heuristic: string, packMethod: string, nodes: number }} tree how trees are grown
 * @property {Study} study
 * @property {import('../play/timer.js').Play} play
 * @property {{ band: string, seed: string }} random
 * @property {Job | null} job
 * @property {string} panel the open tab
 * @property {string} column what a narrow screen shows: `puzzle`, `stage` or `panel`
 * @property {string | null} dialog
 * @property {import('../print/print.js').Job | null} print what goes to paper
 * @property {number} library how often what is kept has changed
 * @property {string | null} copied the button whose text has just been copied
 * @property {boolean} narrow whether one column is shown
 * @property {string | null} failure
 */

export {};
