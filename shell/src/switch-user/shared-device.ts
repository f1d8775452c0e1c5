import { createStore } from '@mms/sdk/host'

const PLACE = 'mms.shared-device'

/** Noted when a PIN is set here, so that other browsers do not ask for one. */
export const useSharedDevice = createStore(() => ({ isShared: localStorage.getItem(PLACE) !== null }))

export function noteSharedDevice(isShared: boolean): void {
  if (isShared) localStorage.setItem(PLACE, 'yes')
  else localStorage.removeItem(PLACE)
  useSharedDevice.setState({ isShared })
}
