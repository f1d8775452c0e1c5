import { createSystem, defaultConfig, defineConfig } from '@chakra-ui/react'
import { printCss } from './print.ts'

/**
 * Lists the Devanagari font of each system (Android and Linux, Windows, macOS and iOS, old Windows). A browser's
 * default one may lack conjuncts. Shipping a font would take 150 KB.
 */
const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, ' +
  '"Noto Sans Devanagari", "Nirmala UI", "Kohinoor Devanagari", Mangal, sans-serif'

const steps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950']

const scale = (colors: string) =>
  Object.fromEntries(colors.split(' ').map((value, at) => [steps[at], { value }]))

/** Contrast of 700 on white and of 400 on black is at least 4.5:1. */
const brand = scale('#effcf8 #d3f6eb #a8ebd8 #71d9c0 #3cbfa4 #1fa38a #12836f #0f6b5c #10554b #10463f #042925')
const gray = scale('#f6f8f8 #eef2f2 #dfe5e5 #c6cfcf #94a1a1 #647373 #4b5858 #384343 #242c2d #161c1d #0e1314')

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
