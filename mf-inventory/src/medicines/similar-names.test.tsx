import { events } from '@mms/sdk'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerList, buildMedicine, showPage } from '../../test/support.tsx'
import { MedicinesPage } from './medicines-page.tsx'

beforeEach(() => signInAs('staff'))

it('says where no name is what was searched for', async () => {
  const zinc = buildMedicine({ name: 'Zinconia' })
  let foundBy = 'slip'
  stubApi({
    'GET /api/medicines/categories': [],
    'GET /api/medicines': () => {
      const answer = answerList([zinc])
      answer.headers.set('X-Found-By', foundBy)
      return answer
    },
  })
  showPage(<MedicinesPage />, { at: '/medicines?search=zinkonia', route: '/medicines' })
  await screen.findByRole('row', { name: /Zinconia/ })
  expect(screen.getByText('No such name. Similar names:')).toBeTruthy()
  foundBy = 'name'
  act(() => events.emit('medicines-changed', { medicineIds: [zinc._id] }))
  await expect.poll(() => screen.queryByText('No such name. Similar names:')).toBeNull()
})
