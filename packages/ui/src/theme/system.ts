import { createSystem, defaultConfig, defineConfig } from '@chakra-ui/react'
import { printCss } from './print.ts'

/**
 * Lists the Devanagari font of each system (Android and Linux, Windows, macOS and iOS, old Windows). A browser's
 * default one may lack conjuncts. Shipping a font would take 150 KB.
 */
const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, ' +
  '"Noto Sans Devanagari", "Nirmala UI", "Kohinoor Devanagari", Mangal, sans-serif'

/** Contrast of 700 on white and of 400 on black is at least 4.5:1. */
const brand = {
  50: { value: '#effcf8' },
  100: { value: '#d3f6eb' },
  200: { value: '#a8ebd8' },
  300: { value: '#71d9c0' },
  400: { value: '#3cbfa4' },
  500: { value: '#1fa38a' },
  600: { value: '#12836f' },
  700: { value: '#0f6b5c' },
  800: { value: '#10554b' },
  900: { value: '#10463f' },
  950: { value: '#042925' },
}

const gray = {
  50: { value: '#f6f8f8' },
  100: { value: '#eef2f2' },
  200: { value: '#dfe5e5' },
  300: { value: '#c6cfcf' },
  400: { value: '#94a1a1' },
  500: { value: '#647373' },
  600: { value: '#4b5858' },
  700: { value: '#384343' },
  800: { value: '#242c2d' },
  900: { value: '#161c1d' },
  950: { value: '#0e1314' },
}

const config = defineConfig({
  globalCss: {
    ...printCss,
    // Scrolling to a focused element leaves it below the navigation and the messages.
    html: {
      colorPalette: 'brand',
      bg: 'bg.page',
      scrollPaddingTop: '10rem',
      // Height of the bottom bar. 0 on low screens, where a phone's keyboard needs the room.
      '--bottom-bar': { base: '3.5rem', md: '0px' },
      '@media (max-height: 30rem)': { '--bottom-bar': '0px', scrollPaddingTop: '1rem' },
    },
    // Prevents the page behind a dialog from scrolling. Keeps the space of a visible scroll bar, so that the page does
    // not move.
    'html:has(dialog[open])': { overflow: 'hidden' },
    'html[data-scrolls]:has(dialog[open])': { scrollbarGutter: 'stable' },
    body: { minHeight: '100dvh', overflowWrap: 'break-word' },
    '[tabindex="-1"]:focus': { outline: 'none' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms!',
        transitionDuration: '0.01ms!',
      },
    },
  },
  theme: {
    tokens: {
      colors: { brand, gray },
      fonts: { body: { value: systemFonts }, heading: { value: systemFonts } },
    },
    semanticTokens: {
      colors: {
        bg: {
          page: { value: { _light: '{colors.gray.50}', _dark: '{colors.gray.950}' } },
          panel: { value: { _light: '{colors.white}', _dark: '{colors.gray.900}' } },
          subtle: { value: { _light: '{colors.gray.50}', _dark: '#1b2223' } },
          muted: { value: { _light: '{colors.gray.100}', _dark: '{colors.gray.800}' } },
        },
        fg: {
          DEFAULT: { value: { _light: '{colors.gray.900}', _dark: '{colors.gray.100}' } },
          muted: { value: { _light: '{colors.gray.600}', _dark: '{colors.gray.400}' } },
          subtle: { value: { _light: '{colors.gray.500}', _dark: '{colors.gray.400}' } },
          error: { value: { _light: '{colors.red.700}', _dark: '{colors.red.300}' } },
        },
        border: {
          DEFAULT: { value: { _light: '{colors.gray.200}', _dark: '{colors.gray.800}' } },
        },
        red: {
          // Hovering makes a button a tenth lighter, and its text must stay readable.
          solid: { value: { _light: '{colors.red.700}', _dark: '{colors.red.600}' } },
        },
        brand: {
          solid: { value: { _light: '{colors.brand.700}', _dark: '{colors.brand.400}' } },
          contrast: { value: { _light: 'white', _dark: '{colors.brand.950}' } },
          fg: { value: { _light: '{colors.brand.700}', _dark: '{colors.brand.300}' } },
          muted: { value: { _light: '{colors.brand.100}', _dark: '{colors.brand.900}' } },
          subtle: { value: { _light: '{colors.brand.50}', _dark: '{colors.brand.950}' } },
          emphasized: { value: { _light: '{colors.brand.200}', _dark: '{colors.brand.800}' } },
          focusRing: { value: { _light: '{colors.brand.600}', _dark: '{colors.brand.400}' } },
          border: { value: { _light: '{colors.brand.300}', _dark: '{colors.brand.800}' } },
        },
      },
    },
  },
})

/** Extends Chakra's complete default theme; components are unstyled with less. */
export const system = createSystem(defaultConfig, config)
