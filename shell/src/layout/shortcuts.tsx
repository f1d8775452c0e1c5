import { useLocation, useSession } from '@mms/sdk'
import { hasToChangePassword } from '@mms/sdk/host'
import { lazy, Suspense, useEffect, useState } from 'react'

const load = () => import(/* webpackChunkName: "more" */ './palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))
const BottomBar = lazy(async () => ({
  default: (await import(/* webpackChunkName: "more" */ './bottom-bar.tsx')).BottomBar,
}))
const KeysDialog = lazy(async () => ({ default: (await load()).ShortcutsDialog }))

/** Focuses the first row of the page's list. Without a list, focuses the page. */
export const goToList = async () => (await load()).goToList()

/** Read once, because only rotating a tablet changes it. */
const isPhone = () => window.matchMedia?.('(max-width: 47.99rem)').matches ?? false

export function Shortcuts() {
  const isOn = useSession(({ token }) => token !== null && !hasToChangePassword(token))
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what is open
  useEffect(() => {
    setOpen(null)
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (event.defaultPrevented || altKey || document.querySelector('dialog[open]')) return
      if (ctrlKey || metaKey) {
        if (key !== 'k') return
        event.preventDefault()
        return setOpen('palette')
      }
      if ((target as Element).closest?.('input, select, textarea')) return
      if (key === '?') setOpen('keys')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn, pathname])
  const [hasBar] = useState(isPhone)
  const Shown = open === 'palette' ? Palette : KeysDialog
  return (
    <Suspense>
      {isOn && hasBar ? <BottomBar /> : null}
      {open ? <Shown onClose={() => setOpen(null)} /> : null}
    </Suspense>
  )
}
