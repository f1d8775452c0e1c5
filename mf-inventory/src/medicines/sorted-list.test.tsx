import { signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerList, buildMedicine, press, showPage } from '../../test/support.tsx'
import { MedicinesPage } from './medicines-page.tsx'

it('is sorted by a press of a header, first up and then down, and says so in the address', async () => {
  signInAs('staff')
  const calls = stubApi({
    'GET /api/medicines/categories': ['Vitamins'],
    'GET /api/medicines': () => answerList([buildMedicine()]),
  })
  const at = '/medicines?category=Vitamins'
  const { location } = showPage(<MedicinesPage />, { at, route: '/medicines' })
  const header = async (name: string) => (await screen.findByRole('columnheader', { name })).ariaSort
  const sorts = () =>
    calls.filter(({ path }) => path === '/api/medicines').map(({ query }) => query.get('sort'))
  expect(await header('Name')).toBe('ascending')
  expect(await header('Stock')).toBe('none')
  press('Stock')
  await expect.poll(location).toBe('/medicines?category=Vitamins&sort=stock')
  expect([await header('Name'), await header('Stock')]).toEqual(['none', 'ascending'])
  press('Stock')
  await expect.poll(location).toBe('/medicines?category=Vitamins&sort=-stock')
  expect(await header('Stock')).toBe('descending')
  expect(sorts()).toEqual([null, 'stock', '-stock'])
  expect(screen.queryByRole('button', { name: 'Category' })).toBeNull()
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('-stock')
})
