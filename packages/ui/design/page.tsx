import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as ui from '../src/index.ts'
import * as tones from '../src/theme/tones.ts'

/** Shows every component in light and dark. Start it with `npm run design`. Charts follow the colour mode on top. */
const DesignSystem = () => (
  <ui.UiProvider>
    <ui.Grid templateColumns={{ xl: 'repeat(2, minmax(0, 1fr))' }}>
      {['light', 'dark'].map((mode) => (
        <ui.Box key={mode} className={mode} bg="bg.page" color="fg" p="6" colorPalette="brand">
          <ui.PageHeader title="Design system" text={`${mode} colours`} actions={<ui.ColorModeToggle />} />
          <ui.Stack gap="4">
            <Scales />
            <Controls />
            <Fields name={mode} />
            <Messages />
            <Records />
          </ui.Stack>
        </ui.Box>
      ))}
    </ui.Grid>
  </ui.UiProvider>
)

const Row = ({ children }: { children: ReactNode }) => (
  <ui.Flex gap="3" wrap="wrap" align="center" mt="3">
    {children}
  </ui.Flex>
)

/** Spacing in units of 4 px, the three text sizes, and the meaning of each colour. */
const Scales = () => (
  <ui.Card title="Scales">
    <Row>
      {['1', '2', '3', '4', '6'].map((space) => (
        <ui.Box key={space} boxSize={space} bg="brand.solid" title={`${Number(space) * 4} px`} />
      ))}
      {['xs', 'sm', 'md'].map((size) => (
        <ui.Text key={size} textStyle={size}>
          Text {size}
        </ui.Text>
      ))}
      <ui.Text color="fg.muted">Muted</ui.Text>
      <ui.TextLink href="#">Link</ui.TextLink>
      {Object.entries(tones).map(([name, palette]) => (
        <ui.Badge key={name} colorPalette={palette}>
          {name}
        </ui.Badge>
      ))}
    </Row>
  </ui.Card>
)

const looks = {
  Save: {},
  Cancel: { variant: 'outline' },
  Edit: { variant: 'ghost' },
  Saving: { loading: true, loadingText: 'Saving...' },
  Delete: { colorPalette: tones.danger },
} as const

function Controls() {
  const [open, setOpen] = useState('')
  const close = () => setOpen('')
  return (
    <ui.Card title="Actions">
      {(['md', 'sm'] as const).map((size) => (
        <Row key={size}>
          {Object.entries(looks).map(([name, look]) => (
            <ui.Button key={name} size={size} {...look}>
              {name}
            </ui.Button>
          ))}
          <ui.IconButton size={size} label="Delete" variant="ghost">
            <ui.DeleteIcon aria-hidden />
          </ui.IconButton>
          <ui.Menu size={size} label="File">
            <ui.MenuItem onSelect={close}>Print</ui.MenuItem>
          </ui.Menu>
        </Row>
      ))}
      <Row>
        {['Dialog', 'Question'].map((name) => (
          <ui.Button key={name} variant="outline" onClick={() => setOpen(name)}>
            {name}
          </ui.Button>
        ))}
        {(['success', 'info', 'error'] as const).map((kind) => (
          <ui.Button key={kind} variant="outline" onClick={() => ui.toast[kind](`A message: ${kind}`)}>
            Message: {kind}
          </ui.Button>
        ))}
      </Row>
      <ui.FormActions busy={false} submitLabel="Add" cancel={<ui.Button>Cancel</ui.Button>} />
      <ui.Dialog open={open === 'Dialog'} title="Dialog" onClose={close}>
        Its text.
      </ui.Dialog>
      <ui.ConfirmDialog
        open={open === 'Question'}
        title="Delete this?"
        confirmLabel="Delete"
        destructive
        {...{ onConfirm: close, onCancel: close }}
      />
    </ui.Card>
  )
}

const units = [
  { value: 'tablet', label: 'Tablet', palette: tones.good },
  { value: 'strip', label: 'Strip', palette: tones.info },
]

function Fields({ name }: { name: string }) {
  const [unit, setUnit] = useState('tablet')
  return (
    <ui.Card title="Fields">
      <ui.SimpleGrid columns={{ base: 1, md: 2 }} gap="3">
        <ui.TextField label="Name" hint="As on the pack" required />
        <ui.NumberField label="Price" error="Price must be at least ₹0.01" />
        <ui.SelectField label="Category">
          <option>Antibiotics</option>
        </ui.SelectField>
        <ui.PasswordField label="Password" />
        <ui.TextField label="Not yours to change" disabled defaultValue="Fixed" />
        <ui.CheckboxField label="Also expired stock" />
      </ui.SimpleGrid>
      <ui.ChoiceField label="Unit" name={`unit-${name}`} value={unit} onChange={setUnit} choices={units} />
    </ui.Card>
  )
}

const Messages = () => (
  <ui.Stack gap="3">
    {(['info', 'success', 'warning'] as const).map((status) => (
      <ui.Alert key={status} status={status} title={`An alert: ${status}`} />
    ))}
    <ui.ProblemCard title="The list could not be loaded" onRetry={() => {}} />
    <ui.EmptyState icon={<ui.PillIcon />} title="No medicines yet" text="Add the first one." />
    <ui.PageLoader />
    <ui.TableSkeleton rows={2} />
  </ui.Stack>
)

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const series = [{ name: 'Sales', data: [4, 6, 3, 8, 7, 9, 2] }]
const columns: ui.Column<string>[] = [
  { header: 'Day', primary: true, cell: (day) => day },
  { header: 'Sales', align: 'end', brief: true, cell: (day) => ui.formatRupees(day.length * 1_234.5) },
  { header: 'Status', cell: () => <ui.Badge colorPalette={tones.good}>Closed</ui.Badge> },
]

const Records = () => (
  <>
    <ui.SimpleGrid columns={2} gap="3">
      <ui.StatCard label="Stock value" value={ui.formatRupees(184_320)} icon={<ui.PillIcon />} />
      <ui.StatCard label="Expired" value="3" icon={<ui.ExpiredIcon />} tone={tones.danger} />
    </ui.SimpleGrid>
    <ui.Card p="0">
      <ui.DataTable caption="Days" columns={columns} rows={days.slice(0, 3)} rowKey={(day) => day} />
    </ui.Card>
    {(['line', 'bar', 'donut'] as const).map((kind) => (
      <ui.Card key={kind} title={`Chart: ${kind}`}>
        <ui.Chart kind={kind} label={kind} categories={days} series={series} height={200} />
      </ui.Card>
    ))}
  </>
)

createRoot(document.getElementById('root') as HTMLElement).render(<DesignSystem />)
