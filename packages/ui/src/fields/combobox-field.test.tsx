import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  active,
  all,
  clearCalls,
  key,
  onRefused,
  options,
  Picker,
  show,
  submit,
  type,
} from '../../test/medicine-combobox.tsx'

beforeEach(clearCalls)

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

it('walks with the arrows, round the ends', () => {
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

it('takes the choice back when something else is typed', () => {
  const field = show()
  type(field, 'cet')
  fireEvent.click(screen.getByRole('option'))
  expect(screen.getByText('Cetirizine')).toBeTruthy()
  type(field, 'Cetirizin')
  expect(screen.getByText('nothing')).toBeTruthy()
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

it('takes by Enter what is typed while the list is closed, too', () => {
  const field = show()
  type(field, 'cet')
  key(field, 'Escape')
  expect(key(field, 'Enter')).toBe(false)
  expect(field.value).toBe('Cetirizine')
})

it('takes nothing while the matches are not known', () => {
  render(<Picker settled={false} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
  type(field, 'a')
  expect(key(field, 'Enter')).toBe(false)
  expect(field.value).toBe('a')
  expect(screen.getByText('nothing')).toBeTruthy()
  expect(onRefused).toHaveBeenLastCalledWith('loading')
  expect(submit).not.toHaveBeenCalled()
})

it('does not take another item when the list is opened over a choice', () => {
  const field = show()
  type(field, 'cet')
  key(field, 'Enter')
  fireEvent.click(field)
  expect(active(field)).toBeUndefined()
  key(field, 'Enter')
  expect(field.value).toBe('Cetirizine')
})

it('selects a choice whose field is entered, so that what is typed replaces it', () => {
  const field = show()
  type(field, 'cet')
  key(field, 'Enter')
  field.setSelectionRange(3, 3)
  fireEvent.click(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'Cetirizine'.length])
  field.setSelectionRange(3, 3)
  field.blur()
  field.focus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'Cetirizine'.length])
})

it('takes one by an Enter that is held down', () => {
  const field = show()
  type(field, 'a')
  fireEvent.keyDown(field, { key: 'Enter', repeat: true })
  expect(screen.getByText('nothing')).toBeTruthy()
})

it('leaves Enter to the input method while it composes', () => {
  const field = show()
  type(field, 'cet')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(screen.getByText('nothing')).toBeTruthy()
})

it('closes when the focus leaves', () => {
  const field = show()
  field.focus()
  type(field, 'a')
  fireEvent.blur(field)
  expect(options()).toEqual([])
})

it('can be cleared by its button', () => {
  const field = show()
  type(field, 'cet')
  key(field, 'Enter')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field.value).toBe('')
  expect(screen.getByText('nothing')).toBeTruthy()
})
