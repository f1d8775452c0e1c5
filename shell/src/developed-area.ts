import { AREA_CHANGED } from '@mms/contracts'
import { area } from '#area'

/** Passes each change to the suite in development, because React cannot hot-refresh there. */
export { area }

if (import.meta.webpackHot) {
  import.meta.webpackHot.accept('#area', () => {
    window.dispatchEvent(new CustomEvent(AREA_CHANGED, { detail: area }))
  })
}
