import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { ComboboxField } from './combobox-field.tsx'
import { typeAhead } from './type-ahead.ts'

const all = ['Aspirin', 'Amoxicillin', 'Cetirizine']
const submit = vi.fn((event: Event) => event.preventDefault())

function Picker({
  settled = true,
  onOpenChange,
}: {
  settled?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const items = all.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
  const choose = (item: string | null) => {
    setChosen(item)
    if (item) setText(item)
  }
  return (
    <UiProvider>
      <form aria-label="Sale" onSubmit={(event) => submit(event.nativeEvent)}>
        <ComboboxField
          label="Medicine"
          text={text}
          onText={setText}
          items={items}
          settled={settled}
          onOpenChange={onOpenChange}
          itemKey={(item) => item}
          renderItem={(item) => item}
          chosen={chosen}
          onChoose={choose}
          status="Nothing found"
          clearLabel="Clear"
        />
        <output>{chosen ?? 'nothing'}</output>
      </form>
    </UiProvider>
  )
}

const show = () => {
  render(<Picker />)
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const key = (field: HTMLElement, name: string) => fireEvent.keyDown(field, { key: name })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

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

it('remembers Enter while the answer is not there, and takes what the text finds then', async () => {
  const { rerender } = render(<Picker settled={false} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
  type(field, 'a')
  expect(key(field, 'Enter')).toBe(false)
  expect(screen.getByText('nothing')).toBeTruthy()
  rerender(<Picker settled />)
  await expect.poll(() => field.value).toBe('Aspirin')
  expect(submit).not.toHaveBeenCalled()
})

it('forgets the remembered Enter by Escape', async () => {
  const { rerender } = render(<Picker settled={false} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
  type(field, 'a')
  key(field, 'Enter')
  act(() => typeAhead.cancel())
  rerender(<Picker settled />)
  expect(typeAhead.isHolding()).toBe(false)
  expect(screen.getByText('nothing')).toBeTruthy()
})

it('has its caller search for a remembered Enter although the list was closed, and when the focus leaves', () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(<Picker settled={false} onOpenChange={onOpenChange} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
  type(field, 'a')
  key(field, 'Escape')
  expect(onOpenChange).toHaveBeenLastCalledWith(false)
  key(field, 'Enter')
  expect(onOpenChange).toHaveBeenLastCalledWith(true)
  fireEvent.blur(field)
  expect(onOpenChange).toHaveBeenLastCalledWith(true)
  act(() => typeAhead.cancel())
  expect(onOpenChange).toHaveBeenLastCalledWith(false)
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
