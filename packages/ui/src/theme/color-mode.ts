import { sharedValue } from '../state/shared-value.ts'

export type ColorModeChoice = 'light' | 'dark' | 'system'
export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'mms.color-mode'

const prefersDark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

function readStored(): ColorModeChoice {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function resolve(choice: ColorModeChoice): ColorMode {
  if (choice !== 'system') return choice
  return prefersDark()?.matches ? 'dark' : 'light'
}

const state = sharedValue({ choice: readStored(), mode: resolve(readStored()) })

/** Sets the attributes that Chakra's `_light` and `_dark` and the browser's controls use. */
function apply(choice: ColorModeChoice): void {
  const mode = resolve(choice)
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.classList.toggle('light', mode === 'light')
  root.style.colorScheme = mode
  const before = state.get()
  if (before.choice !== choice || before.mode !== mode) state.set({ choice, mode })
}

export function setColorMode(next: ColorModeChoice): void {
  apply(next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // If storage is full, the mode lasts until the page is reloaded.
  }
}

/** Follows changes of the device and of other tabs. Returns a function to stop. */
export function followColorMode(): () => void {
  const onDevice = () => apply(state.get().choice)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) apply(readStored())
  }
  const device = prefersDark()
  device?.addEventListener('change', onDevice)
  window.addEventListener('storage', onStorage)
  onDevice()
  return () => {
    device?.removeEventListener('change', onDevice)
    window.removeEventListener('storage', onStorage)
  }
}

export const useColorMode = state.use
