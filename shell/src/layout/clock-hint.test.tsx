import { request } from '@mms/sdk/host'
import { renderPage } from '@mms/sdk/test-support'
import { UiProvider } from '@mms/ui'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ClockHint } from './clock-hint.tsx'

afterEach(() => void vi.unstubAllGlobals())

const answerAt = async (ahead: number) => {
  const date = new Date(Date.now() - ahead * 60_000).toUTCString()
  vi.stubGlobal(
    'fetch',
    async () => new Response('{}', { headers: { date, 'content-type': 'application/json' } }),
  )
  await request('GET', '/api/test')
}

it.each([
  [25, /clock is 25 minutes ahead\./],
  [-180, /clock is 3 hours behind\./],
  [60 * 24 * 400, /clock is 400 days ahead\./],
])('says how wrong the clock is, and nothing once it is right: %i minutes', async (ahead, text) => {
  renderPage(<ClockHint />, { wrap: (page) => <UiProvider>{page}</UiProvider> })
  await answerAt(ahead)
  await screen.findByText(text)
  await answerAt(0)
  await expect.poll(() => screen.queryByRole('status')).toBeNull()
})
