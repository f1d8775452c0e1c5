import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { AddMedicinePage } from './add-medicine-page.tsx'

const field = () => screen.getByLabelText<HTMLInputElement>('Composition')
const nameIs = (text: string) => {
  type(/^Medicine Name/, text)
  fireEvent.blur(screen.getByLabelText(/^Medicine Name/))
}

function showAdd(composition: string | null) {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/composition': { composition },
    'POST /api/medicines': () => Response.json({}, { status: 201 }),
  })
  showPage(<AddMedicinePage />, { at: '/medicines/add', route: '/medicines/add' })
  type(/^Category/, 'Antibiotics')
  return async () => {
    press('Save Medicine')
    await screen.findByText('Medicine added successfully')
    return calls.find(({ method }) => method === 'POST')?.body
  }
}

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

it('is offered from the name, and taken by a click', async () => {
  const saved = showAdd('Amoxicillin 500 mg + Clavulanic Acid 125 mg')
  nameIs('Amoxicillin 500 mg + Clavulanic Acid 125 mg tablets (10)')
  fireEvent.click(await screen.findByRole('button', { name: /^Use Amoxicillin/ }))
  expect(field().value).toBe('Amoxicillin 500 mg + Clavulanic Acid 125 mg')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  expect(await saved()).toMatchObject({ composition: 'Amoxicillin 500 mg + Clavulanic Acid 125 mg' })
})

it('is saved as it is typed, whatever it says', async () => {
  const saved = showAdd(null)
  nameIs('Witch hazel')
  type('Composition', '🤷 <b>5 mg</b> ‮x')
  expect(await saved()).toMatchObject({ composition: '🤷 <b>5 mg</b> ‮x' })
})
