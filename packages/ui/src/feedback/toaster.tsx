import { Box, Flex, Text } from '@chakra-ui/react'
import {
  CircleAlert as AlertIcon,
  X as CloseIcon,
  Info as InfoIcon,
  CircleCheck as SuccessIcon,
} from 'lucide-react'
import {
  type FocusEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../actions/buttons.tsx'
import { useFrontDialog } from '../overlays/dialog.tsx'
import { dismissToast, type Toast, type ToastKind, useToasts } from './toast.ts'

const SHOWN_FOR_MS = { success: 5_000, info: 5_000, error: 9_000 }
const WITH_ACTION_MS = 10_000
/** A longer text is displayed longer, by `MS_PER_CHARACTER` for each further character. */
const READ_AT_ONCE = 80
const MS_PER_CHARACTER = 40
const looks: Record<ToastKind, { icon: typeof InfoIcon; palette: string }> = {
  success: { icon: SuccessIcon, palette: 'green' },
  error: { icon: AlertIcon, palette: 'red' },
  info: { icon: InfoIcon, palette: 'blue' },
}

/**
 * Shows messages beside the page's title, on narrow screens over the navigation. There they cover no field, button,
 * total or title. They appear in front of dialogs too, and stay while hovered or focused.
 */
export function Toaster() {
  const dialog = useFrontDialog()
  // Content outside an open modal dialog can neither be seen nor reached.
  return dialog ? createPortal(<Messages />, dialog) : <Messages />
}

function Messages() {
  const toasts = useToasts()
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const rememberFocus = useFocusBack(box, toasts, () => setHeld(false))
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
      insetStart={{ base: '3', md: '6', xl: 'calc(50% - 14rem)' }}
      top={{ base: '1', xl: '3.5rem' }}
      // Leave the menu button of a phone free.
      width="min(28rem, calc(100vw - 4.25rem))"
      css={newestOnly}
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

/** Shows only errors and the newest message, as four would cover the content. A narrow screen has room for one. */
const newestOnly = {
  '& > :not(:last-child, [role=alert])': { display: 'none' },
  '& > :not(:last-child)': { xlDown: { display: 'none' } },
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { icon: Icon, palette } = looks[toast.kind]
  useDismissLater(toast, held)
  return (
    <Flex
      colorPalette={palette}
      role={toast.kind === 'error' ? 'alert' : undefined}
      className="group"
      align={{ base: 'center', xl: 'start' }}
      gap="3"
      ps="4"
      pe="1.5"
      py={{ base: '0.5', xl: '1.5' }}
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderStartWidth="4px"
      borderStartColor="colorPalette.solid"
      borderRadius="lg"
      boxShadow="lg"
      pointerEvents="auto"
      animationName="fade-in"
      animationDuration="slow"
    >
      <Box color="colorPalette.fg" flexShrink={0} py={{ xl: '2.5' }}>
        <Icon size={20} aria-hidden />
      </Box>
      <Words toast={toast} />
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

/** Shows the lines that fit above or beside a page's title. Tapping or hovering shows the rest. */
function Words({ toast: { id, text, detail, action } }: { toast: Toast }) {
  const isTitled = detail !== undefined
  const act = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    <Flex flex="1" minW="0" py={{ xl: '2.5' }} gap="3" align="center" justify="space-between">
      <Box
        minW="0"
        textStyle={{ base: 'xs', xl: 'sm' }}
        lineClamp={{ base: 3, lg: 2, xl: 3 }}
        _groupHover={{ lineClamp: 'none' }}
        _groupFocusWithin={{ lineClamp: 'none' }}
      >
        <Text
          as="span"
          display={{ xl: 'block' }}
          textStyle={isTitled ? { xl: 'md' } : undefined}
          fontWeight={isTitled ? 'semibold' : 'medium'}
        >
          {text}
        </Text>{' '}
        {isTitled ? (
          <Text as="span" display={{ xl: 'block' }} textStyle="xs" color="fg.muted" mt="1">
            {detail}
          </Text>
        ) : null}
      </Box>
      {action ? (
        <Button size="sm" variant="outline" flexShrink={0} onMouseDown={keepFocus} onClick={act}>
          {action.label}
        </Button>
      ) : null}
    </Flex>
  )
}

const keepFocus = (event: MouseEvent) => event.preventDefault()

function shownFor({ kind, text, detail = '', action }: Toast): number {
  const more = Math.max(0, text.length + detail.length - READ_AT_ONCE) * MS_PER_CHARACTER
  return (action ? WITH_ACTION_MS : SHOWN_FOR_MS[kind]) + more
}

function useDismissLater(toast: Toast, held: boolean): void {
  const { id } = toast
  const after = shownFor(toast)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), after)
    return () => clearTimeout(timer)
  }, [id, after, held])
}

/** Restores the focus when the focused message disappears. Calls `onLeft`, because removed elements fire no event. */
function useFocusBack(box: RefObject<HTMLElement | null>, shown: unknown, onLeft: () => void) {
  const from = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the messages change
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (from.current && (activeElement === body || activeElement === null)) from.current.focus()
    if (!box.current?.contains(document.activeElement)) from.current = null
    if (!box.current?.matches(':hover, :focus-within')) onLeft()
  }, [shown])
  return ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      from.current = relatedTarget
  }
}
