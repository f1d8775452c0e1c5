import { useOthersWaiting } from '@mms/sdk'
import { Alert } from '@mms/ui'

/** That a colleague's records wait in this browser, not what they are: these are sent as the one who made them. */
export function OthersNote() {
  return useOthersWaiting().map(({ name, count }, index) => (
    <Alert
      // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and nothing here keeps a state
      key={index}
      title={`${count === 1 ? '1 record' : `${count} records`} of ${name ?? 'another person'} not sent yet`}
    >
      Kept in this browser until {name ?? 'that person'} signs in here again.
    </Alert>
  ))
}
