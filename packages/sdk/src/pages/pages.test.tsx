import { medicinePages } from '@mms/contracts'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { notePages } from './deployed-pages.ts'
import { PageLink, RecordLinks } from './index.tsx'

afterEach(() => {
  act(() => notePages([]))
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

it('the pages of a record are links, and an area that is away says so', () => {
  notePages(['/medicines/:id', '/medicine-alerts/:id'])
  renderPage(<RecordLinks id="m1" pages={medicinePages} />, { at: '/medicine-alerts/m1', route: '*' })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['History', '/medicines/m1'],
    ['Alerts', '/medicine-alerts/m1'],
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Alerts')
  screen.getByText('Demand (not available)')
})
