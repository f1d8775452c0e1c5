import { chakra, Flex, Heading } from '@chakra-ui/react'
import { X as CloseIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../actions/buttons.tsx'
import { sharedValue } from '../state/shared-value.ts'

const openDialogs = sharedValue<readonly HTMLDialogElement[]>([])

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button or a click on the backdrop. The caller must then set `open` to false. */
  onClose: () => void
  title: string
  children?: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog based on the browser's `<dialog>`, which traps and restores focus. Chakra's needs 18 KB more. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, children, footer, role = 'dialog' }: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(ref)
  return (
    <chakra.dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      m="auto"
      p="0"
      width="min(32rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      overflow="auto"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderRadius="xl"
      boxShadow="xl"
      _backdrop={{ bg: 'blackAlpha.600' }}
    >
      <Flex direction="column" gap="4" p={{ base: '4', md: '6' }}>
        <Flex justify="space-between" align="start" gap="3">
          <Heading as="h2" id={titleId} size="lg">
            {title}
          </Heading>
          <IconButton label="Close" size="sm" variant="ghost" mt="-1" me="-2" onClick={onClose}>
            <CloseIcon aria-hidden />
          </IconButton>
        </Flex>
        {children ? <div>{children}</div> : null}
        {footer ? (
          <Flex gap="3" justify="flex-end" wrap="wrap">
            {footer}
          </Flex>
        ) : null}
      </Flex>
    </chakra.dialog>
  )
}

const FOCUS_FIRST = '[data-focus-first], input, select, textarea'

function useModal(ref: { current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    const { scrollHeight, clientHeight } = document.documentElement
    document.documentElement.toggleAttribute('data-scrolls', scrollHeight > clientHeight)
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>(FOCUS_FIRST)?.focus()
    const forget = dialog && addOpenDialog(dialog)
    return () => {
      forget?.()
      dialog?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [ref])
}

function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog])
  return () => openDialogs.set(openDialogs.get().filter((other) => other !== dialog))
}

/** Returns the front dialog, if one is open. Nothing outside it can be reached. */
export const useFrontDialog = (): HTMLDialogElement | undefined => openDialogs.use().at(-1)
