import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { PageLink } from './index.tsx'
import { notePages } from './known-pages.ts'

afterEach(() => {
  act(() => notePages([]))
  vi.resetModules()
  vi.doUnmock('@mms/sdk')
})

const link = (
  <PageLink page="/medicine-demand/:id" params={{ id: 'm 1' }}>
    Dolo
  </PageLink>
)

it('is its content alone until an area has the page, and a link from then on', () => {
  notePages(['/medicines', '/medicine-demand'])
  renderPage(link)
  screen.getByText('Dolo')
  expect(screen.queryByRole('link')).toBeNull()
  act(() => notePages(['/medicines', '/medicine-demand/:id']))
  expect(screen.getByRole('link', { name: 'Dolo' }).getAttribute('href')).toBe('/medicine-demand/m%201')
  act(() => notePages(['/medicines']))
  expect(screen.queryByRole('link')).toBeNull()
})

it('is its content alone in a shell of before, which does not tell of pages', async () => {
  vi.resetModules()
  vi.doMock('@mms/sdk', async (original) => ({ ...(await original<object>()), useHasPage: undefined }))
  const before = await import('./index.tsx')
  notePages(['/medicine-demand/:id'])
  renderPage(
    <before.PageLink page="/medicine-demand/:id" params={{ id: 'm1' }}>
      Dolo
    </before.PageLink>,
  )
  screen.getByText('Dolo')
  expect(screen.queryByRole('link')).toBeNull()
})
