import { problem, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell, quiet } from '../../test/support.tsx'

const asha = { token: 't1', _id: 'u1', name: 'Asha Rao', email: 'asha@example.com', role: 'admin' }
const provider = { ...quiet, 'GET /api/auth/single-sign-on': { name: 'Example' } }

beforeEach(freshPage)

describe('single sign-on', () => {
  it('is a link where there is a provider, and leads back to where one was going', async () => {
    stubApi(provider)
    openShell('/nowhere?filter=low-stock')
    const link = await screen.findByRole('link', { name: 'Sign in with Example' })
    expect(link.getAttribute('href')).toBe(
      '/api/auth/single-sign-on/begin?to=%2Fnowhere%3Ffilter%3Dlow-stock',
    )
  })

  it('is not there where identity has none', async () => {
    const calls = stubApi({ ...quiet, 'GET /api/auth/single-sign-on': { name: null } })
    openShell('/login')
    await screen.findByLabelText(/Email/)
    await vi.waitFor(() => expect(JSON.stringify(calls)).toContain('single-sign-on'))
    expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull()
  })

  it('signs in who comes back, and goes to the page', async () => {
    stubApi({ ...provider, 'POST /api/auth/refresh': asha })
    const { location } = openShell('/login?single-sign-on=done&to=%2Fnowhere%3Fpage%3D2')
    await screen.findByRole('button', { name: /Asha Rao/ })
    expect(location()).toBe('/nowhere?page=2')
  })

  it.each(['done', 'failed'])('says that it did not work: %s', async (outcome) => {
    stubApi({ ...provider, 'POST /api/auth/refresh': () => problem(401, 'Over') })
    openShell(`/login?single-sign-on=${outcome}`)
    await screen.findByText('You could not be signed in with Example.')
    screen.getByRole('link', { name: 'Sign in with Example' })
  })
})
