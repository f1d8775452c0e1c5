import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAdd, showAdd } from '../../test/forms.tsx'
import { press, type } from '../../test/support.tsx'

const posts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'POST')

function fill() {
  type(/^Medicine Name/, 'Amoxicillin')
  type(/^Category/, 'Antibiotics')
  type(/^Unit Price/, '84.50')
}

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

describe('the add form', () => {
  it('saves by Ctrl+S, once', async () => {
    const { calls } = openAdd()
    fill()
    for (const key of ['s', 's']) fireEvent.keyDown(document.body, { key, ctrlKey: true })
    await screen.findByText('Medicine added successfully')
    expect(posts(calls)).toHaveLength(1)
  })
})

describe('leaving', () => {
  const cancel = () => fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))

  it('is asked about, by the browser too, only when something would be lost', async () => {
    const { location } = openAdd()
    const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAskedByBrowser()).toBe(false)
    fill()
    expect(isAskedByBrowser()).toBe(true)
    cancel()
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    press('Keep editing')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(location()).toBe('/medicines/add')
    expect(screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', 'Amoxicillin')
    cancel()
    press('Leave without saving')
    await expect.poll(location).toBe('/medicines')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Amoxicillin')
  })
})

describe('the Idempotency-Key', () => {
  const pressSave = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Medicine' }))
  const saveAs = (name: string) => {
    fill()
    type(/^Medicine Name/, name)
    return pressSave()
  }
  /** Opens the form, and loses the answers to the first `lost` tries. */
  const open = (lost: number) => {
    const answer = () => {
      if (posts(calls).length <= lost) throw new TypeError('Failed to fetch')
      return Response.json({}, { status: 201 })
    }
    const { calls } = openAdd({ 'POST /api/medicines': answer })
    return () => posts(calls).map(({ headers }) => headers.get('idempotency-key'))
  }
  const reload = () => {
    cleanup()
    showAdd()
  }

  it('is the same again when the answer was lost, and after a reload', async () => {
    const keys = open(2)
    await saveAs('Amoxicillin')
    await screen.findByText('Failed to save medicine')
    await pressSave()
    await expect.poll(() => keys().length).toBe(2)
    reload()
    await screen.findByDisplayValue('Amoxicillin')
    await pressSave()
    await screen.findByText('Medicine added successfully')
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[\w-]{16,64}$/)
  })
})
