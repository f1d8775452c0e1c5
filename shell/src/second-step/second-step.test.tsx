import type { OwnSecondStep, SecondStep } from '@mms/contracts'
import { session } from '@mms/sdk/host'
import { problem, signInAs, type stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshPage, openShell, quietAccount } from '../../test/support.tsx'

const asha = { token: 't1', _id: 'u1', name: 'Asha Rao', email: 'asha@example.com', role: 'admin' as const }
const codes = Array.from({ length: 10 }, (_, index) => `ab${index}d-efgh-jkmn`)
const secret = 'JBSWY3DPEHPK3PXP'
const newApp = { challenge: 'c2', secret, address: `otpauth://totp/x?secret=${secret}` }
const none: OwnSecondStep = { app: null, passkeys: [], recoveryCodesLeft: 0, required: false }

beforeEach(freshPage)

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const countCodes = async () =>
  within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem').length

async function passPassword(secondStep: SecondStep, answers: Parameters<typeof stubApi>[0]) {
  const refused = { code: 'auth.second_step_required', secondStep }
  const login = () => problem(401, 'This account has a second step.', refused)
  const page = openShell('/login', { 'POST /api/auth/login': login, ...answers })
  type(/Email/, 'asha@example.com')
  type(/Password/, 'right')
  press('Login')
  return page
}

describe('signing in by two steps', () => {
  const asked: SecondStep = { challenge: 'c1', methods: ['app', 'recovery'] }

  it.each([
    ['the code of the app', /Code from the app/, '123 456', 'code'],
    ['a recovery code instead', /Recovery code/, 'ab0d-efgh-jkmn', 'recoveryCode'],
  ])('asks for the code of the app, and signs in by %s', async (_, label, code, name) => {
    const { calls, location } = await passPassword(asked, { 'POST /api/auth/login/second-step': asha })
    const field = await screen.findByLabelText(/Code from the app/)
    expect(document.activeElement).toBe(field)
    expect(session.get().token).toBeNull()
    if (name === 'recoveryCode') press('Use a recovery code')
    type(label, code)
    press('Login')
    await screen.findByText('Login successful')
    expect(location()).toBe('/')
    expect(calls.find(({ path }) => /second/.test(path))?.body).toEqual({ challenge: 'c1', [name]: code })
  })

  it('says when it took too long, and goes back to the password', async () => {
    const over = () => problem(409, 'This took too long, or the password changed. Please start again')
    await passPassword(asked, { 'POST /api/auth/login/second-step': over })
    await screen.findByLabelText(/Code from the app/)
    type(/Code from the app/, '123456')
    press('Login')
    await screen.findByText(/This took too long/)
    press('Back to the password')
    expect(await screen.findByLabelText(/Email/)).toHaveProperty('value', 'asha@example.com')
  })

  it('an administrator who needs one sets it up, keeps the codes, and is signed in then', async () => {
    await passPassword(
      { challenge: 'c1', methods: ['set-up'] },
      {
        'POST /api/auth/login/second-step/set-up': newApp,
        'POST /api/auth/login/second-step/set-up/confirm': { ...asha, recoveryCodes: codes },
      },
    )
    await screen.findByText('This store asks administrators for a second step besides the password.')
    screen.getByRole('img', { name: 'QR code for an authenticator app' })
    screen.getByText('JBSW Y3DP EHPK 3PXP')
    type(/Code from the app/, '123456')
    press('Set up')
    expect(await countCodes()).toBe(10)
    expect(session.get().token).toBeNull()
    press('I have saved the codes')
    await screen.findByText('Login successful')
  })
})

describe('the second step on the account page', () => {
  const open = async (own: OwnSecondStep, more = {}) => {
    signInAs('admin')
    const { calls } = openShell('/account', { ...quietAccount, 'GET /api/auth/second-step': own, ...more })
    return { calls, card: within(await screen.findByRole('region', { name: 'Second step' })) }
  }

  it('an app is set up by password, QR code and first code; recovery codes are shown once', async () => {
    const { calls, card } = await open(none, {
      'POST /api/auth/second-step/app': newApp,
      'POST /api/auth/second-step/app/confirm': { recoveryCodes: codes },
    })
    fireEvent.click(await card.findByRole('button', { name: 'Set up an app' }))
    const first = within(screen.getByRole('dialog'))
    fireEvent.change(first.getByLabelText(/^Current password/), { target: { value: 'mine' } })
    fireEvent.click(first.getByRole('button', { name: 'Next' }))
    await screen.findByRole('img', { name: 'QR code for an authenticator app' })
    type(/Code from the app/, '123456')
    press('Set up')
    await screen.findByText('Authenticator app set up')
    expect(await countCodes()).toBe(10)
    press('I have saved the codes')
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { currentPassword: 'mine' },
      { challenge: 'c2', code: '123456' },
    ])
  })

  it('shows what is set up, and removes it with the password and the second step there is', async () => {
    const more = { code: 'auth.second_step_required', secondStep: { challenge: 'c1', methods: ['app'] } }
    const at = '2026-11-20T10:00:00.000Z'
    const passkeys = [{ _id: 'p1', name: 'Counter PC', createdAt: at, lastUsedAt: null }]
    const { calls, card } = await open(
      { app: at, recoveryCodesLeft: 8, required: true, passkeys },
      {
        'POST /api/auth/second-step/remove': ({ body }: { body: { secondStep?: { code?: string } } }) => {
          const code = body.secondStep?.code
          if (code === undefined) return problem(403, 'The second step is needed as well', more)
          if (code === '123456') return new Response(null, { status: 204 })
          return problem(400, 'This code is not right', { errors: { code: 'is not right' } })
        },
      },
    )
    await card.findByText('Counter PC')
    card.getByText(/8 of 10 left/)
    card.getByText(/This store asks administrators for it/)
    fireEvent.click(card.getByRole('button', { name: 'Remove Counter PC' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Counter PC?' }))
    fireEvent.change(dialog.getByLabelText(/^Current password/), { target: { value: 'mine' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await screen.findByLabelText(/Code from the app/)
    type(/Code from the app/, '000000')
    press('Confirm')
    await screen.findByText('Is not right')
    type(/Code from the app/, '123456')
    press('Confirm')
    await screen.findByText('Removed')
    const secondStep = { challenge: 'c1', code: '123456' }
    const body = { currentPassword: 'mine', factor: 'p1', secondStep }
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual(body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
