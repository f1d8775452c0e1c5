import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import { findFreePort } from '@mms/service-kit/ports'
import { test as base } from '@playwright/test'
import { addMedicine, connectApi } from '../suite/api.ts'
import { copyOfSources, type ScratchCopy } from '../suite/scratch-copy.ts'
import { admin, stopChild, waitUntilReady } from '../suite/suite.ts'
import { enter, expect } from '../suite/test.ts'

const test = base.extend<{ copy: ScratchCopy }>({
  copy: copyOfSources,
  baseURL: async ({ copy }, use) => {
    const port = await findFreePort()
    const child = spawn(process.execPath, ['deploy/local/start.js', 'dev'], {
      cwd: copy.folder,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(copy.folder, '.data'),
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await waitUntilReady(child)
    // Another name than the areas' servers use, because a page refreshes under any name.
    await use(`http://127.0.0.1:${port}`)
    await stopChild(child)
  },
})

test('what is edited is on the screen beside what was typed, and runs in the services', async ({
  page,
  copy,
  baseURL,
}) => {
  const url = baseURL ?? ''
  // The gateway times out on a slow area and then lists it without a manifest.
  const registry = async () => (await fetch(`${url}/areas.json`)).text()
  await expect.poll(registry).not.toContain('"manifest":null')
  const { _id } = await addMedicine(await connectApi({ url }), { name: 'Edited Beside' })
  await enter(page, '/sales')
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill('edited')
  await page.getByRole('option', { name: 'Edited Beside' }).click()
  await page.getByLabel('Note').fill('half a sentence')
  await page.evaluate(() => document.documentElement.setAttribute('data-never-reloaded', ''))

  const form = 'mf-sales/src/counter/transaction-form.tsx'
  await copy.edit(form, 'Card title={words.recordNewTransaction}', 'Card title="Record What Was Sold"')
  await expect(page.getByText('Record What Was Sold')).toBeVisible()
  await expect(picker).toHaveValue('Edited Beside')
  await expect(page.getByLabel('Note')).toHaveValue('half a sentence')

  const wrong = { data: { ...admin, password: 'not the password' } }
  const words = async () => (await page.request.post('/api/auth/login', wrong)).text()
  expect(await words()).toContain('Invalid email or password')
  await copy.edit(
    'services/identity/src/sessions/service.ts',
    'Invalid email or password',
    'Try another pair',
  )
  await expect.poll(words).toContain('Try another pair')

  await page.getByLabel('Note').press('Enter')
  await expect(page.getByText('New stock level: 119')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-never-reloaded', '')
  expect(await (await connectApi({ url })).get(`/api/medicines/${_id}`)).toMatchObject({
    currentStock: 119,
  })
})
