import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  active,
  all,
  drawn,
  key,
  onRefused,
  options,
  Picker,
  show,
  submit,
  type,
} from '../../test/medicine-combobox.tsx'

it('offers what matches, the first at once, and takes it by Enter', () => {
  const field = show()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  type(field, 'a')
  expect(options()).toEqual(['Aspirin', 'Amoxicillin'])
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-controls') ?? '')?.role).toBe('listbox')
  expect(active(field)).toBe('Aspirin')
  expect(key(field, 'Enter')).toBe(false)
  expect(screen.getByText('Aspirin')).toBeTruthy()
  expect(field.value).toBe('Aspirin')
  expect(options()).toEqual([])
})

it('walks with the arrows, round the ends, and takes the choice back when something else is typed', () => {
  const field = show()
  key(field, 'ArrowDown')
  expect(options()).toEqual(all)
  expect(active(field)).toBeUndefined()
  key(field, 'ArrowDown')
  expect(active(field)).toBe('Aspirin')
  key(field, 'ArrowUp')
  expect(active(field)).toBe('Cetirizine')
  key(field, 'Enter')
  expect(field.value).toBe('Cetirizine')
  screen.getByText('Cetirizine')
  type(field, 'Cetirizin')
  screen.getByText('nothing')
})

it('closes by Escape, and then clears', () => {
  const field = show()
  type(field, 'cet')
  key(field, 'Escape')
  expect(options()).toEqual([])
  expect(field.value).toBe('cet')
  key(field, 'Escape')
  expect(field.value).toBe('')
})

it('says when nothing matches, and does not send the form by Enter then', () => {
  const field = show()
  type(field, 'zzz')
  expect(screen.getAllByText('Nothing found')).toHaveLength(2)
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(key(field, 'Enter')).toBe(false)
  key(field, 'Escape')
  expect(key(field, 'Enter')).toBe(false)
  key(field, 'Escape')
  key(field, 'Escape')
  expect(field.value).toBe('')
  expect(key(field, 'Enter')).toBe(true)
})

it('takes nothing while the matches are not known', () => {
  const field = show({ settled: false })
  type(field, 'a')
  expect(key(field, 'Enter')).toBe(false)
  expect(field.value).toBe('a')
  expect(screen.getByText('nothing')).toBeTruthy()
  expect(onRefused).toHaveBeenLastCalledWith('loading')
  expect(submit).not.toHaveBeenCalled()
})

it('does not take another item when the list is opened over a choice, which a button clears', () => {
  const field = show()
  type(field, 'cet')
  fireEvent.click(screen.getByRole('option'))
  fireEvent.click(field)
  expect(active(field)).toBeUndefined()
  key(field, 'Enter')
  expect(field.value).toBe('Cetirizine')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field.value).toBe('')
  expect(screen.getByText('nothing')).toBeTruthy()
})

it.each([{ repeat: true }, { isComposing: true }, { keyCode: 229 }])(
  'takes nothing by an Enter that is held down or belongs to an input method: %j',
  (how) => {
    const field = show()
    type(field, 'a')
    fireEvent.keyDown(field, { key: 'Enter', ...how })
    expect(screen.getByText('nothing')).toBeTruthy()
  },
)

/** A key with the time at which it was pressed. */
function keyAt(field: HTMLElement, name: string, timeStamp: number): void {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(field, event)
}

describe('where the first is not sure to be meant', () => {
  const ask = () => {
    const field = show({ firstIsMeant: false })
    type(field, 'a')
    expect(active(field)).toBeUndefined()
    key(field, 'Enter')
    return field
  }

  it('Enter asks: it highlights the first, says why, and takes nothing, nor does one that bounces', async () => {
    const field = ask()
    expect(active(field)).toBe('Aspirin')
    expect(field.value).toBe('a')
    expect(screen.getAllByText('2 fit')).toHaveLength(2)
    expect(onRefused).toHaveBeenLastCalledWith('unsure')
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
    // Letters start a new search and are never joined to the old text.
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

it('asks for more when the arrows come to the end of what is shown', () => {
  const field = show({ shown: 2 })
  key(field, 'ArrowDown')
  expect(options()).toEqual(['Aspirin', 'Amoxicillin'])
  for (const _ of [1, 2, 3]) key(field, 'ArrowDown')
  expect(active(field)).toBe('Cetirizine')
})
