export const replaceQuestion = 'Replace what you are typing?'
export const replace = 'Replace'
export const keepTyping = 'Keep typing'
export const replaceText = 'The form above holds a transaction that is not recorded yet.'
export const edit = 'Edit'
export const discard = 'Discard'
export const discardTransaction = 'Discard this transaction?'
export const discardText = (title: string) =>
  `${title}. It will not be sent, and the history shows it as discarded. If it was already recorded, it stays recorded.`
export const waitingToBeSent = 'Waiting to be sent'
export const waitingText = 'Saved in this browser. Recorded once, in this order, when the server answers.'
export const sentWaitingStock = 'Sent, waiting for the stock update'
export const needsAdministrator = 'Needs an administrator'
export const stuckText = 'The server has it but cannot finish it. Please do not record it again.'
export const takenBackToChange = 'Taken back for editing'
export const takenBackText = 'It will not be sent. The server confirms this when it answers.'
export const sentAfterFirst = 'Will be sent after the first version is cancelled.'
export const tryAllAgain = (entries: number) => `Try all ${entries} again`
export const recordedAlready = 'This was recorded already'
export const gotIt = 'Got it'
export const recordedText = 'Undo it in the history if it is wrong.'
export const notSentYet = (count: number, name: string) =>
  `${count === 1 ? '1 record' : `${count} records`} of ${name} not sent yet`
export const keptUntil = (name: string) => `Kept in this browser until ${name} signs in here again.`
export const anotherPerson = 'another person'
export const discardOfPerson = (name: string) => `Discard the unsent records of ${name}?`
export const discardOfPersonText = 'Transactions that reached the server stay in the history.'
export const notRecorded = (problem: string | undefined) => `Not recorded: ${problem}`
export const editAgain = 'Edit again'
export const askAdministrator = 'Ask an administrator'
export const stillFailing = 'Not recorded yet: all attempts failed for 15 minutes'
export const firstWasRecorded = 'Not sent: its first version was recorded already'
export const recordOneToo = 'Record this one too'
export const checkingRecorded = 'Asking the server whether it was recorded...'
export const mayBeRecorded = 'It may have been recorded. Trying again never records it twice.'
