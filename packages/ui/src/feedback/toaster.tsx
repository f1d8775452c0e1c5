import { Box, Flex, Text } from '@chakra-ui/react'
import {
  CircleAlert as AlertIcon,
  X as CloseIcon,
  Info as InfoIcon,
  CircleCheck as SuccessIcon,
} from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../actions/buttons.tsx'
import { useFrontDialog } from '../overlays/open-dialogs.ts'
import { dismissToast, type Toast, type ToastKind, useToasts } from './toast.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useFreePlace } from './use-free-place.ts'

const SHOWN_FOR_MS = { success: 5_000, info: 5_000, error: 9_000 }
/** Who is to do something about it reads it first. */
const WITH_ACTION_MS = 10_000
const looks: Record<ToastKind, { icon: typeof InfoIcon; palette: string }> = {
  success: { icon: SuccessIcon, palette: 'green' },
  error: { icon: AlertIcon, palette: 'red' },
  info: { icon: InfoIcon, palette: 'blue' },
}

/**
 * Where `toast` messages appear: in the corner that hides least of what is used next, and in front of an open dialog.
 * They wait while pointed at or focused, and can be closed.
 */
export function Toaster() {
  const dialog = useFrontDialog()
  // Only what is inside a modal dialog is seen in front of it and can be reached.
  return dialog ? createPortal(<Messages dialog={dialog} />, dialog) : <Messages dialog={undefined} />
}

function Messages({ dialog }: { dialog: HTMLElement | undefined }) {
  const toasts = useToasts()
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const [side, end] = useFreePlace(box, dialog, toasts).split('-')
  const rememberFocus = useFocusBack(box, toasts, () => setHeld(false))
  const inset = { base: '3', md: '6' }
  return (
    <Flex
      ref={box}
      as="section"
      data-screen-only
      aria-label="Messages"
      aria-live="polite"
      direction="column"
      gap="2"
      position="fixed"
      zIndex="toast"
      {...(end === 'end' ? { insetEnd: inset } : { insetStart: inset })}
      {...(side === 'bottom' ? { bottom: inset } : { top: { base: '4.25rem', md: '5rem' } })}
      width="min(24rem, calc(100vw - 1.5rem))"
      css={newestOnPhone}
      pointerEvents="none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        setHeld(true)
        rememberFocus(event)
      }}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </Flex>
  )
}

/**
 * Four of them would hide a phone's whole form. The older ones show when those before them are gone, their time goes on;
 * what went wrong waits for nobody.
 */
const newestOnPhone = {
  '@media (max-width: 47.99rem)': { '& > :not(:last-child, [role=alert])': { display: 'none' } },
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { icon: Icon, palette } = looks[toast.kind]
  useDismissLater(toast, held)
  return (
    <Flex
      colorPalette={palette}
      role={toast.kind === 'error' ? 'alert' : undefined}
      align="start"
      gap="3"
      ps="4"
      pe="1.5"
      py="1.5"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderStartWidth="4px"
      borderStartColor="colorPalette.solid"
      borderRadius="lg"
      boxShadow="lg"
      pointerEvents="auto"
      animationName="slide-from-bottom, fade-in"
      animationDuration="slow"
    >
      <Box color="colorPalette.fg" flexShrink={0} py="2.5">
        <Icon size={20} aria-hidden />
      </Box>
      <Box flex="1" minW="0" py="2.5" textStyle="sm" fontWeight="medium">
        {toast.text}
        {toast.detail ? (
          <Text textStyle="xs" color="fg.muted" fontWeight="normal">
            {toast.detail}
          </Text>
        ) : null}
      </Box>
      {toast.action ? (
        <Button
          size="sm"
          variant="outline"
          my="0.5"
          onMouseDown={keepFocus}
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton
        label="Dismiss"
        size="sm"
        variant="ghost"
        my="0.5"
        onMouseDown={keepFocus}
        onClick={() => dismissToast(toast.id)}
      >
        <CloseIcon aria-hidden />
      </IconButton>
    </Flex>
  )
}

/** A press on a message leaves the focus where somebody types. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function useDismissLater(toast: Toast, held: boolean): void {
  const id = useRef(toast.id).current
  const after = toast.action ? WITH_ACTION_MS : SHOWN_FOR_MS[toast.kind]
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), after)
    return () => clearTimeout(timer)
  }, [id, after, held])
}
