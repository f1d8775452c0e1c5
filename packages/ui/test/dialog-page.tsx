import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { toast } from '../src/feedback/toast.ts'
import { Dialog } from '../src/overlays/dialog.tsx'
import { UiProvider } from '../src/theme/ui-provider.tsx'

function DialogPage() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" style={{ display: 'block', margin: '0 auto' }} onClick={() => setOpen(true)}>
        Open
      </button>
      <p>Fits</p>
      <div id="rest" />
      <Dialog open={isOpen} title="In front" onClose={() => setOpen(false)} />
    </>
  )
}

/** The page in which the browser test opens a dialog under a message. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <UiProvider nonce="test-nonce">
    <DialogPage />
  </UiProvider>,
)
toast.error('In its corner')
