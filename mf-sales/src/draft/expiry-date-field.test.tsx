import { formatDate } from '@mms/ui'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  buildMedicine,
  choose,
  chooseType,
  field,
  freshCounter,
  posts,
  showSales,
  startServer,
  submit,
  type,
} from '../../test/support.tsx'

beforeEach(freshCounter)

it.each(['12', '12/2', '31/02/2027', 'soon'])(
  'does not leave out a date typed %s as if nothing stood there',
  async (half) => {
    const { calls } = startServer([buildMedicine({ name: 'Amoxicillin' })])
    showSales()
    await choose('Amoxicillin')
    chooseType('Purchase')
    const date = field(/^New Expiry Date/)
    type(date, half)
    submit()
    await screen.findByText(/^New Expiry Date is not complete/)
    expect(document.activeElement).toBe(date)
    expect(date.value).toBe(half)
    expect(posts(calls)).toEqual([])
  },
)

it.each([
  ['1231', '2031-12-31'],
  ['2/32', '2032-02-29'],
  ['31122031', '2031-12-31'],
  ['12-2031', '2031-12-31'],
  ['2031-05-31', '2031-05-31'],
])('takes the expiry date %s as it stands on the pack, and says which day it means', async (typed, date) => {
  const { calls } = startServer([buildMedicine({ name: 'Amoxicillin' })])
  showSales()
  fireEvent.keyDown(document.body, { key: 'F4' })
  await choose('Amoxicillin')
  type(field(/^Unit Price/), '10')
  type(field(/^New Expiry Date/), typed)
  expect(screen.getByText(`Expires ${formatDate(date).replace(/\s/g, ' ')}`)).toBeTruthy()
  submit()
  await expect.poll(() => posts(calls).length).toBe(1)
  expect(posts(calls)[0]?.body).toMatchObject({ newExpiryDate: date })
})
