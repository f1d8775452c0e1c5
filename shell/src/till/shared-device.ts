import { createStore } from '@mms/sdk/host'

const PLACE = 'mms.shared-device'

/** Whether people change by PIN in this browser: noted when one is set here, so that no other browser asks for it. */
export const useSharedDevice = createStore(() => ({ isShared: localStorage.getItem(PLACE) !== null }))

export function noteSharedDevice(isShared: boolean): void {
  if (isShared) localStorage.setItem(PLACE, 'yes')
  else localStorage.removeItem(PLACE)
  useSharedDevice.setState({ isShared })
}
