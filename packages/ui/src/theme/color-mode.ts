import { useSyncExternalStore } from 'react'

/** What a person chose; `system` follows the device. */
export type ColorModeChoice = 'light' | 'dark' | 'system'
export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'mms.color-mode'
const listeners = new Set<() => void>()
let choice: ColorModeChoice | undefined

const prefersDark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

function readChoice(): ColorModeChoice {
  if (choice) return choice
  const stored = readStored()
  choice = stored === 'light' || stored === 'dark' ? stored : 'system'
  return choice
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null // storage may be switched off; the choice then lives as long as the page
  }
}

function resolve(): ColorMode {
  const wanted = readChoice()
  if (wanted !== 'system') return wanted
  return prefersDark()?.matches ? 'dark' : 'light'
}

/** Writes the current mode to `<html>`, where Chakra's `_light` and `_dark` conditions and native controls read it. */
export function applyColorMode(): void {
  const mode = resolve()
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.classList.toggle('light', mode === 'light')
  root.style.colorScheme = mode
}

function changed(): void {
  applyColorMode()
  for (const listener of listeners) listener()
}

/** Chooses light, dark or the device's setting; it is kept for the next visit and told to other tabs. */
export function setColorMode(next: ColorModeChoice): void {
  choice = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // see readStored
  }
  changed()
}

function onStorage(event: StorageEvent): void {
  if (event.key !== STORAGE_KEY && event.key !== null) return
  choice = undefined
  changed()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    prefersDark()?.addEventListener('change', changed)
    window.addEventListener('storage', onStorage)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    prefersDark()?.removeEventListener('change', changed)
    window.removeEventListener('storage', onStorage)
  }
}

/** The mode on screen and what was chosen. `const { mode, choice } = useColorMode()` */
export function useColorMode(): { mode: ColorMode; choice: ColorModeChoice } {
  const mode = useSyncExternalStore(subscribe, resolve)
  const chosen = useSyncExternalStore(subscribe, readChoice)
  return { mode, choice: chosen }
}
