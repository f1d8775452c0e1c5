import { sharedValue } from '../shared-value.ts'

/** What a person chose; `system` follows the device. */
export type ColorModeChoice = 'light' | 'dark' | 'system'
export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'mms.color-mode'

const prefersDark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

function readStored(): ColorModeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system' // storage may be switched off; the choice then lives as long as the page
  }
}

function resolve(choice: ColorModeChoice): ColorMode {
  if (choice !== 'system') return choice
  return prefersDark()?.matches ? 'dark' : 'light'
}

const state = sharedValue({ choice: readStored(), mode: resolve(readStored()) })

/** Writes the mode to `<html>`, where Chakra's `_light` and `_dark` conditions and native controls read it. */
function apply(choice: ColorModeChoice): void {
  const mode = resolve(choice)
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.classList.toggle('light', mode === 'light')
  root.style.colorScheme = mode
  const before = state.get()
  if (before.choice !== choice || before.mode !== mode) state.set({ choice, mode })
}

/** Chooses light, dark or the device's setting, for the next visit and other tabs, too. */
export function setColorMode(next: ColorModeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // see readStored
  }
  apply(next)
}

/** Applies the mode now and when the device or another tab changes it. Returns the function that ends it. */
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

/** The mode on screen and what was chosen. `const { mode, choice } = useColorMode()` */
export const useColorMode = state.use
