import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, vi } from 'vitest'
import { ComboboxField } from '../src/fields/combobox-field.tsx'
import { UiProvider } from '../src/theme/ui-provider.tsx'

export const all = ['Aspirin', 'Amoxicillin', 'Cetirizine']
export const submit = vi.fn((event: Event) => event.preventDefault())
export const onRefused = vi.fn<(refusal: string) => void>()

beforeEach(() => void vi.clearAllMocks())

interface PickerProps {
  settled?: boolean
  firstIsMeant?: boolean
  without?: string
  /** How many are shown at first. */
  shown?: number
}

export function Picker({ without, shown = all.length, ...props }: PickerProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [limit, setLimit] = useState(shown)
  const found = all.filter((name) => name !== without && name.toLowerCase().includes(text.toLowerCase()))
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
          items={found.slice(0, limit)}
          total={found.length}
          onMore={() => setLimit(limit + 2)}
          askedNote={({ dropped }) => `${found.length} fit${dropped === '' ? '' : `, ${dropped} dropped`}`}
          onRefused={onRefused}
          {...props}
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

export const show = (props: PickerProps = {}) => {
  render(<Picker {...props} />)
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Medicine' })
}
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
export const key = (field: HTMLElement, name: string) => fireEvent.keyDown(field, { key: name })
export const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
/** What is highlighted has been on the screen for a frame, and no key bounces any more. */
export const drawn = () =>
  act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))))
export const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
