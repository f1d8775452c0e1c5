import { signInAs, stubApi } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { AddMedicinePage } from './add-medicine-page.tsx'

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

const pressSave = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Medicine' }))
const showForm = () => showPage(<AddMedicinePage />, { at: '/medicines/add', route: '/medicines/add' })

async function save(name: string) {
  type(/^Medicine Name/, name)
  type(/^Category/, 'Antibiotics')
  await pressSave()
}

describe('the Idempotency-Key of the add form', () => {
  /** Keeps every call, and loses the answers to the first `lost`. */
  const stub = (lost: number) => {
    const calls = stubApi({
      'GET /api/medicines': [],
      'POST /api/medicines': () => {
        if (posts().length <= lost) throw new TypeError('Failed to fetch')
        return Response.json({}, { status: 201 })
      },
    })
    const posts = () => calls.filter(({ method }) => method === 'POST')
    const keys = () => posts().map(({ headers }) => headers.get('idempotency-key'))
    return keys
  }

  it('is the same again when the answer was lost, and after a reload', async () => {
    const keys = stub(2)
    showForm()
    await save('Amoxicillin')
    await screen.findByText('Failed to save medicine')
    await pressSave()
    await expect.poll(() => keys().length).toBe(2)
    cleanup()
    showForm()
    await screen.findByDisplayValue('Amoxicillin')
    await pressSave()
    await screen.findByText('Medicine added successfully')
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[\w-]{16,64}$/)
  })

  it('is another one in the next form', async () => {
    const keys = stub(0)
    for (const name of ['Amoxicillin', 'Azithromycin']) {
      showForm()
      await save(name)
      await screen.findByText('Medicine added successfully')
      cleanup()
    }
    expect(new Set(keys()).size).toBe(2)
  })

  it('is another one once what was restored is discarded', async () => {
    const keys = stub(1)
    showForm()
    await save('Amoxicillin')
    await screen.findByText('Failed to save medicine')
    cleanup()
    showForm()
    press('Discard it')
    await save('Azithromycin')
    await screen.findByText('Medicine added successfully')
    expect(new Set(keys()).size).toBe(2)
  })
})
