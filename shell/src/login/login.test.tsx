import { session } from '@mms/sdk/host'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freshPage, openShell, quiet } from '../../test/support.tsx'

// The theme hides elements and separates words of names.
document.documentElement.dataset.theme = 'whole'

const asha = { token: 't1', _id: 'u1', name: 'Asha Rao', email: 'asha@example.com', role: 'admin' }

beforeEach(freshPage)

function fillAndSend(password = 'right'): void {
  fireEvent.change(screen.getByLabelText(/Email/), { target: { value: 'asha@example.com' } })
  fireEvent.change(screen.getByLabelText(/Password/), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
}

const email = () => screen.getByLabelText<HTMLInputElement>(/Email/)

describe('signing in', () => {
  it('is asked of everybody, and leads back to where they were going', async () => {
    const { location } = openShell('/nowhere?filter=low-stock', { 'POST /api/auth/login': asha })
    await screen.findByRole('heading', { name: 'Medicine Management System' })
    expect(location()).toBe('/login')
    expect(document.title).toBe('Login · Medicine Management System')
    fireEvent.click(screen.getByRole('link', { name: 'Login' }))
    expect(document.activeElement).toBe(email())
    fillAndSend()
    await screen.findByText('Login successful')
    expect(location()).toBe('/nowhere?filter=low-stock')
    screen.getByRole('button', { name: /Asha Rao/ })
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
  })

  it('names the shop that this browser has seen, and lets password managers fill it in', async () => {
    localStorage.setItem('mms.shop-name', 'Sai Medicals')
    onTestFinished(() => localStorage.removeItem('mms.shop-name'))
    openShell('/login', {})
    await screen.findByText('Sai Medicals')
    const password = screen.getByLabelText<HTMLInputElement>(/^Password/)
    expect([password.type, password.autocomplete]).toEqual(['password', 'current-password'])
    expect(email().autocomplete).toBe('username')
    expect(fireEvent.paste(password)).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
  })

  it('leads to no other site, whatever its address says', async () => {
    signInAs('staff')
    stubApi(quiet)
    const sites = 'https://evil.example/x //evil.example/x /\\evil.example /\t/evil.example /..//evil.example'
    for (const to of [...sites.split(' '), 'javascript:alert(1)']) {
      const { location } = openShell(`/login?to=${encodeURIComponent(to)}`)
      await expect.poll(location).toBe('/')
      cleanup()
    }
  })

  it.each([
    [
      'the sentence of the server',
      () => problem(401, 'Wrong email or password'),
      ['Wrong email or password'],
      'Error 401: Wrong email or password',
    ],
    [
      'a sentence of its own when the server sends none',
      () => new Response('', { status: 401 }),
      ['Login failed. Please check your credentials.', 'Error 401: Something went wrong'],
    ],
    [
      'first that the server cannot be reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      [
        'Network error: Unable to connect to the server. Please check if the backend is running.',
        'Login failed. Please check your credentials.',
      ],
    ],
  ])('shows %s', async (_name, answer, texts, whole = texts.join('')) => {
    openShell('/login', { 'POST /api/auth/login': answer })
    fillAndSend('wrong')
    for (const text of texts) await screen.findByText(text)
    expect(screen.getByRole('alert').textContent).toBe(whole)
    expect(email().value).toBe('asha@example.com')
    expect(screen.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', false)
  })
})

it('signing out clears the session, says so, and lets the next person begin at the dashboard', async () => {
  signInAs('admin')
  const { calls, location } = openShell('/nowhere', {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /Test admin/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByText('Logged out successfully')
  expect(location()).toBe('/login')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)))
  expect(localStorage.getItem('token')).toBeNull()
  expect(calls.some(({ path }) => path === '/api/auth/logout')).toBe(true)
  session.start({ ...asha, role: 'admin' })
  await waitFor(() => expect(location()).toBe('/'))
  session.end('elsewhere')
  await screen.findByText('Your session has ended. Please sign in again.')
})
