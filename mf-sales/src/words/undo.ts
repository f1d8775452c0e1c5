export const undoThere = (title: string) => `${title}. Undo it in that tab or in the history.`
export const discardedLater = 'Will be discarded when the server answers'
export const notRecorded = (refused: string) => `Not recorded: ${refused}`
export const againToUndo = (undoKey: string, title: string) => `Press ${undoKey} again to undo ${title}`
export const recordedElsewhere = 'Not undone: another tab has recorded it'
export const notUndoneWaiting = 'Not undone: it is still waiting to be recorded'
export const entryInForm = 'the entry in the form'
export const nothingToUndo = 'Nothing to undo'
export const undoInHistory = 'Undo earlier transactions in the history.'
export const recordedByOtherTab = 'Recorded by another tab'
