import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  active,
  clearCalls,
  drawn,
  key,
  onRefused,
  options,
  Picker,
  show,
  type,
} from '../../test/medicine-combobox.tsx'

beforeEach(clearCalls)

/** A key with the time at which it was pressed. */
function keyAt(field: HTMLElement, name: string, timeStamp: number): void {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(field, event)
}

describe('where the first is not sure to be meant', () => {
  const ask = () => {
    render(<Picker firstIsMeant={false} />)
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
    type(field, 'a')
    expect(active(field)).toBeUndefined()
    key(field, 'Enter')
    return field
  }

  it('Enter asks: it takes nothing, highlights the first and says why', () => {
    const field = ask()
    expect(active(field)).toBe('Aspirin')
    expect(field.value).toBe('a')
    expect(screen.getAllByText('2 fit')).toHaveLength(2)
    expect(onRefused).toHaveBeenLastCalledWith('unsure')
  })

  it('a further Enter takes it once it has been seen', async () => {
    const field = ask()
    await drawn()
    key(field, 'Enter')
    expect(field.value).toBe('Aspirin')
  })

  it('an Enter takes nothing in the frame of the one before, nor one that was pressed before it was drawn', async () => {
    const field = ask()
    const pressedAt = performance.now()
    key(field, 'Enter')
    expect(field.value).toBe('a')
    await drawn()
    keyAt(field, 'Enter', pressedAt)
    expect(field.value).toBe('a')
  })

  it('an Enter as fast behind a key as one that bounces takes nothing, although the frame is drawn', async () => {
    const field = ask()
    const at = performance.now() + 10_000
    keyAt(field, 'Enter', at)
    await drawn()
    keyAt(field, 'Enter', at + 40)
    expect(field.value).toBe('a')
    await drawn()
    keyAt(field, 'Enter', at + 200)
    expect(field.value).toBe('Aspirin')
  })

  it('the arrows and the pointer choose at once', () => {
    const field = ask()
    key(field, 'ArrowDown')
    key(field, 'Enter')
    expect(field.value).toBe('Amoxicillin')
    type(field, 'a')
    fireEvent.click(screen.getByRole('option', { name: 'Aspirin' }))
    expect(field.value).toBe('Aspirin')
  })

  it('digits behind the Enter are dropped with the Enter that ends them, letters search on', async () => {
    const field = ask()
    await drawn()
    expect([key(field, '1'), key(field, '2')]).toEqual([false, false])
    expect(onRefused).toHaveBeenLastCalledWith('dropped')
    expect(screen.getAllByText('2 fit, 12 dropped')).toHaveLength(2)
    await drawn()
    key(field, 'Enter')
    expect(field.value).toBe('a')
    // The next letters begin something else: what is typed without looking is never joined to it.
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 1])
    expect(key(field, 'm')).toBe(true)
    type(field, 'am')
    expect(active(field)).toBeUndefined()
    expect(key(field, '5')).toBe(true)
  })

  it('takes none when the list has changed under the person, until that has been seen', async () => {
    const { rerender } = render(<Picker firstIsMeant={false} />)
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
    type(field, 'a')
    key(field, 'Enter')
    await drawn()
    rerender(<Picker firstIsMeant={false} without="Aspirin" />)
    expect(active(field)).toBe('Amoxicillin')
    key(field, 'Enter')
    expect(field.value).toBe('a')
    await drawn()
    key(field, 'Enter')
    expect(field.value).toBe('Amoxicillin')
  })

  it('asks again after the list was closed or the focus has left', async () => {
    const field = ask()
    await drawn()
    key(field, 'Escape')
    key(field, 'Enter')
    expect(field.value).toBe('a')
    await drawn()
    fireEvent.blur(field)
    key(field, 'Enter')
    expect(field.value).toBe('a')
  })
})

it('selects by Enter what finds nothing, so that the next key replaces it', () => {
  const field = show()
  field.focus()
  type(field, 'zzz')
  key(field, 'Enter')
  expect(onRefused).toHaveBeenLastCalledWith('nothing')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3])
  expect(key(field, '3')).toBe(true)
})

it('asks for more when the arrows come to the end of what is shown', () => {
  render(<Picker shown={2} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
  key(field, 'ArrowDown')
  expect(options()).toEqual(['Aspirin', 'Amoxicillin'])
  for (const _ of [1, 2, 3]) key(field, 'ArrowDown')
  expect(active(field)).toBe('Cetirizine')
})
