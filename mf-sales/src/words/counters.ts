export const administratorsOnly = 'Only administrators can manage counters.'
export const thisIsCounter = (code: string) => `This browser is counter ${code}.`
export const browsersMakeBills = 'Each counter is a browser that can make bills.'
export const failedLoadCounters = 'Failed to load the counters'
export const withMissing = (last: string, missing: number) => `${last} (${missing} missing)`
export const noCountersYet = 'No counters yet'
export const noCountersText = 'Register the browser at each place where bills are made.'
export const thisBrowser = 'This browser'
export const since = 'Since'
export const registeredBy = 'Registered by'
export const lastNumber = 'Last number'
export const closed = 'Closed'
export const voidNumberOf = (code: string) => `Void a number of counter ${code}`
export const closeCounterNamed = (code: string) => `Close counter ${code}`
export const counterClosed = (code: string) => `Counter ${code} closed`
export const closeCounterQuestion = (code: string) => `Close counter ${code}?`
export const closeCounter = 'Close counter'
export const closing = 'Closing...'
export const failedCloseCounter = 'Failed to close the counter'
export const closeCounterText = (name: string) =>
  `${name} can make no more bills. Its earlier bills are kept. The counter cannot be reopened, but the browser can be registered again.`
export const nowCounter = (code: string) => `This browser is counter ${code}`
export const failedRegisterBrowser = 'Failed to register this browser'
export const register = 'Register'
export const registerText = 'Numbers of bills made in this browser will begin with this letter.'
export const letter = 'Letter'
export const letterHint = 'If the letter is already taken, a digit is added, such as A2.'
export const nameHint = 'Where the counter is, such as Front desk.'
export const numberVoided = (number: string) => `Number ${number} voided`
export const failedVoidNumber = 'Failed to void the number'
export const voidNumber = 'Void number'
export const voidNumberText =
  'Only if the bill with this number is lost for good. Its browser can then no longer send it.'
export const missingNumber = 'Missing number'
export const voidReasonExample = 'For example: computer stolen.'
