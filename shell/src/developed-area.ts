import { AREA_CHANGED } from '@mms/contracts'
import { area } from '#area'

/** Exposes a developed area to a suite. React does not hot-refresh there: each change hands over the definition. */
export { area }

if (import.meta.webpackHot) {
  import.meta.webpackHot.accept('#area', () => {
    window.dispatchEvent(new CustomEvent(AREA_CHANGED, { detail: area }))
  })
}
