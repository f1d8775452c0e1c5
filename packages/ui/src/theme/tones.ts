/* Colours by what they say, the same on every page. Built into each area, so that it runs in an older shell too. */

/** Needs somebody now, or failed. */
export const danger = 'red'
/** Needs somebody soon, or was taken back. */
export const soon = 'orange'
/** Not decided yet. */
export const waiting = 'yellow'
/** Done, in order, money in. */
export const good = 'green'
/** Worth knowing. */
export const info = 'blue'
/** Set apart: held stock, schedules, credit notes. */
export const apart = 'purple'
export const quiet = 'gray'
