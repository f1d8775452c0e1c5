import { createStore } from '@mms/sdk/host'

const PLACE = 'mms.shared-device'

/** True once a PIN was set in this browser. Other browsers do not ask for PINs. */
export const useSharedDevice = createStore(() => ({ isShared: localStorage.getItem(PLACE) !== null }))

export function noteSharedDevice(isShared: boolean): void {
  if (isShared) localStorage.setItem(PLACE, 'yes')
  else localStorage.removeItem(PLACE)
  useSharedDevice.setState({ isShared })
}
