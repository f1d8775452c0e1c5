export const putAsideNothingRecorded = 'Put it aside. Nothing was recorded.'
export const isOnHold = 'is on hold'
export const expiredOn = (expiryDate: string) => `expired on ${expiryDate}`
export const batchNumbered = (batch: string) => `Batch ${batch}.`
export const packExpired = (name: string, expiryDate: string) =>
  `This pack of ${name} expired on ${expiryDate}`
export const batchRefused = (number: string, name: string, reason: string) =>
  `Batch ${number} of ${name} ${reason}`
export const notRecordedYet = (name: string) => `${name} is not recorded yet`
export const recordFirst = 'Press Enter to record it or Escape to clear it. Then scan again.'
export const nothingRecorded = 'Nothing was recorded.'
export const whichNumber = 'Which is the batch number?'
export const whichNumberText = (name: string) =>
  `The code of ${name} does not show where the batch number ends and the serial number begins. Compare it with the pack.`
