import { problem } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

const provider = { 'GET /api/auth/single-sign-on': { name: 'Example' } }

beforeEach(freshPage)

it('is a link where there is a provider, and leads back to where one was going', async () => {
  openShell('/nowhere?filter=low-stock', provider)
  const link = await screen.findByRole('link', { name: 'Sign in with Example' })
  expect(link.getAttribute('href')).toMatch(/on\/begin\?to=%2Fnowhere%3Ffilter%3Dlow-stock$/)
})

it('is not there where identity has none, and takes up no session', async () => {
  const none = { 'GET /api/auth/single-sign-on': { name: null } }
  const { calls } = openShell('/login?single-sign-on=done', none)
  await screen.findByLabelText(/Email/)
  await vi.waitFor(() => expect(JSON.stringify(calls)).toContain('single-sign-on'), 60_000)
  expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull()
})

it.each(['done', 'failed'])('says that it did not work: %s', async (outcome) => {
  const refresh = () => problem(401, 'Over')
  openShell(`/login?single-sign-on=${outcome}`, { ...provider, 'POST /api/auth/refresh': refresh })
  await screen.findByText('You could not be signed in with Example.')
  screen.getByRole('link', { name: 'Sign in with Example' })
})
