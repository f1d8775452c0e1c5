import { useEffect } from 'react'

export const PRODUCT = 'Medicine Management System'

/** Names the page in the browser's tab and history. `usePageTitle('Medicines')` */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}
