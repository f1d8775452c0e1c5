import { Monitor as MonitorIcon, Moon as MoonIcon, Sun as SunIcon } from 'lucide-react'
import { IconButton } from '../actions/buttons.tsx'
import { type ColorModeChoice, setColorMode, useColorMode } from './color-mode.ts'

const next: Record<ColorModeChoice, ColorModeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon }

/** Switches from system to light to dark, and shows the current choice. */
export function ColorModeToggle() {
  const { choice } = useColorMode()
  const Icon = icons[choice]
  return (
    <IconButton label={`Color mode: ${choice}`} variant="ghost" onClick={() => setColorMode(next[choice])}>
      <Icon aria-hidden />
    </IconButton>
  )
}
