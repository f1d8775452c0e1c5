import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeElsewhere, save, server, shelf, showForm, stockShelf, typed } from '../../test/edit-page.tsx'
import { press, type } from '../../test/support.tsx'

beforeEach(stockShelf)

describe('a draft', () => {
  /** Types into the form; then the session ends, or the page is loaded again. */
  async function typeAndLeave(label: RegExp, value: string) {
    const { unmount } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(label, value)
    unmount()
  }

  it('is back in the form after the session ended', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    showForm()
    expect(await screen.findByText('What you typed before is back')).toBeTruthy()
    expect(typed(/^Medicine Name/)).toBe('Typed')
    expect(screen.queryByText('Somebody changed this medicine meanwhile')).toBeNull()
    press('Discard it')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin')
    expect(screen.queryByText('What you typed before is back')).toBeNull()
  })

  it('keeps the version that it was typed upon, so that stock sold meanwhile is not overwritten', async () => {
    const calls = stubApi(server)
    await typeAndLeave(/^Current Stock/, '110')
    changeElsewhere()
    showForm()
    expect(await screen.findByText('Somebody changed this medicine meanwhile')).toBeTruthy()
    const changes = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(changes).toContain('Current Stock: 100 → 92')
    save()
    await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(1)
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"7"')
    await screen.findByRole('button', { name: 'Keep my changes' })
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })

  it('goes onto the current version when somebody says so, and keeps that one too', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    changeElsewhere()
    const second = showForm()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my changes' }))
    expect(typed(/^Current Stock/)).toBe('92')
    second.unmount()
    showForm()
    expect(await screen.findByText('What you typed before is back')).toBeTruthy()
    expect(screen.queryByText('Somebody changed this medicine meanwhile')).toBeNull()
    save()
    await screen.findByText('Medicine updated successfully')
    expect(shelf.stored).toMatchObject({ name: 'Typed', currentStock: 92, unitPrice: 13 })
  })

  it('that is discarded leaves the form with what is stored by then', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    changeElsewhere()
    showForm()
    await screen.findByText('Somebody changed this medicine meanwhile')
    press('Discard it')
    expect([typed(/^Medicine Name/), typed(/^Current Stock/)]).toEqual(['Amoxicillin', '92'])
    expect(screen.queryByText('Somebody changed this medicine meanwhile')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it('that was saved, although the answer was lost, is not brought back', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    shelf.stored = { ...shelf.stored, name: 'Typed', version: 8 }
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(screen.queryByText('What you typed before is back')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it('without the version it stands on is not saved without a look', async () => {
    const edits = [{ field: 'currentStock', from: '100', to: '110' }]
    sessionStorage.setItem(`mms.medicine-draft.user-staff.${shelf.stored._id}`, JSON.stringify({ edits }))
    changeElsewhere()
    stubApi(server)
    showForm()
    await screen.findByText('Somebody changed this medicine meanwhile')
    save()
    await screen.findByRole('button', { name: 'Keep my changes' })
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })

  it('is not shown to somebody else', async () => {
    stubApi(server)
    const { unmount } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(/^Medicine Name/, 'Typed')
    unmount()
    signInAs('admin')
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin')
  })

  it('is forgotten when it was saved', async () => {
    stubApi(server)
    const { unmount } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(/^Medicine Name/, 'Typed')
    save()
    await screen.findByText('Medicine updated successfully')
    unmount()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is forgotten when the form was left without saving', async () => {
    stubApi(server)
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(/^Medicine Name/, 'Typed')
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    press('Leave without saving')
    expect(sessionStorage).toHaveLength(0)
  })

  it('that cannot be read is no draft', async () => {
    sessionStorage.setItem(
      `mms.medicine-draft.user-staff.${shelf.stored._id}`,
      '{"edits":[{"field":"__proto__","from":"","to":""}]}',
    )
    stubApi(server)
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(screen.queryByText('What you typed before is back')).toBeNull()
  })
})
