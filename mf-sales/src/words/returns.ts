export const returnLimit = 'more than staff may take back or refund'
export const writeOffLimit = 'stock that has not expired, and more than staff may write off in a day'
export const discountLimit = 'more discount or credit than staff may give'
export const checking = 'Checking...'
export const approveRecord = 'Approve and record'
export const mustApprove = (name: string) => `An administrator must approve this ${name}`
export const secondStepToo = (title: string, value: string) =>
  `${title}: enter the second step of ${value} as well.`
export const approvesOnly = (title: string, limit: string, name: string) =>
  `${title}: ${limit}. Your password approves this ${name} only.`
export const notApproved = 'Not approved'
export const administratorsEmail = "Administrator's email"
export const administratorsPassword = "Administrator's password"
