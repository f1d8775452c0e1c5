import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useKeepFocus } from './keep-focus.ts'

interface Props {
  hasRow?: boolean
  hasList?: boolean
  isBusy?: boolean
}

/** A page with a list that can have the focus itself, as `useFocusOnNewRows` makes it, and a form beside it. */
function Page({ hasRow = true, hasList = true, isBusy = false }: Props) {
  const main = useRef<HTMLElement>(null)
  useKeepFocus(main)
  return (
    <main ref={main} tabIndex={-1}>
      {hasList ? (
        <section aria-label="List" tabIndex={-1}>
          {hasRow ? <button type="button">Undo</button> : null}
        </section>
      ) : null}
      <button type="button" disabled={isBusy}>
        Retry
      </button>
      <input aria-label="Note" />
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** A mutation observer hears of what was drawn in a microtask of its own. */
const drawn = () => Promise.resolve()

/** What a browser does with a control that has the focus and is disabled; jsdom leaves the focus there. */
function takeFocusFrom(element: HTMLElement): void {
  element.blur()
  expect(document.activeElement).toBe(document.body)
}

afterEach(cleanup)

describe('when what has the focus is removed', () => {
  it('the focus goes to the part around it that can have it', async () => {
    const { rerender } = render(<Page />)
    button('Undo').focus()
    rerender(<Page hasRow={false} />)
    await drawn()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List' }))
  })

  it('and all around it too, it goes to the page', async () => {
    const { rerender } = render(<Page />)
    button('Undo').focus()
    rerender(<Page hasList={false} />)
    await drawn()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('but the focus stood elsewhere by then, it stays there', async () => {
    const { rerender } = render(<Page />)
    button('Undo').focus()
    screen.getByLabelText('Note').focus()
    rerender(<Page hasRow={false} />)
    await drawn()
    expect(document.activeElement).toBe(screen.getByLabelText('Note'))
  })
})

describe('when what has the focus is disabled', () => {
  it('it gets the focus back as soon as it can be used again', async () => {
    const { rerender } = render(<Page />)
    button('Retry').focus()
    rerender(<Page isBusy />)
    takeFocusFrom(button('Retry'))
    await drawn()
    rerender(<Page />)
    await drawn()
    expect(document.activeElement).toBe(button('Retry'))
  })

  it('but somebody went on meanwhile, the focus stays where they are', async () => {
    const { rerender } = render(<Page />)
    button('Retry').focus()
    rerender(<Page isBusy />)
    takeFocusFrom(button('Retry'))
    await drawn()
    screen.getByLabelText('Note').focus()
    rerender(<Page />)
    await drawn()
    expect(document.activeElement).toBe(screen.getByLabelText('Note'))
  })
})

it('gives nothing back to who pressed beside everything: the focus was left, not lost', async () => {
  const { rerender } = render(<Page />)
  button('Retry').focus()
  button('Retry').blur()
  rerender(<Page hasRow={false} />)
  await drawn()
  expect(document.activeElement).toBe(document.body)
})
