import { toast, UiProvider } from '@mms/ui'
import { act } from '@testing-library/react'
import type { ReactElement } from 'react'
import { onTestFinished } from 'vitest'
import { connectNotify } from '../notices/notify.ts'
import { renderPage } from './render-page.tsx'

/** Renders a page as the shell shows it: router, queries, theme, and toasts that really appear. */
export function showPage(page: ReactElement, options: { at?: string; route?: string } = {}) {
  onTestFinished(connectNotify((notice) => toast[notice.kind](notice.text, notice.detail)))
  onTestFinished(() => act(toast.clear))
  return renderPage(page, { ...options, wrap: (tree) => <UiProvider>{tree}</UiProvider> })
}
