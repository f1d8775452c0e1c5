/* Meaning of the colours on every page. Bundled into each area, because the shell may be the previous release. */

/** Failed, or needs action now. */
export const danger = 'red'
/** Needs action soon, or was undone. */
export const soon = 'orange'
/** Undecided. */
export const waiting = 'yellow'
/** Done, in order, or money received. */
export const good = 'green'
/** For information. */
export const info = 'blue'
/** Set apart: stock on hold, drug schedules, credit notes. */
export const apart = 'purple'
export const quiet = 'gray'
