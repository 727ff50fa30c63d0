import { Accordion, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { PasswordField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import type { Model } from './model-status.tsx'
import { type Provider, providerOf, providers } from './providers.ts'

/** Names a model; the server asks it once before anything is kept. */
export function ModelForm({ model }: { model: Model | null }) {
  const { workspace } = useWorkspace()
  const used = model === null ? providers[0] : providerOf(model)
  const [provider, setProvider] = useState(used)
  const isUsed = model !== null && provider.id === used.id
  return (
    <Form
      label={model === null ? 'Test and use' : 'Test and save'}
      changes={[['embeddings', workspace.id]]}
      done="The model answers, and is in use."
      submit={(values) =>
        client.embeddings.set({
          workspaceId: workspace.id,
          provider: provider.isLocal === true ? 'local' : 'http',
          ...settingsOf(values),
        })
      }
    >
      <NativeSelect
        label="Where the model is"
        description={provider.hint}
        inputWrapperOrder={['label', 'input', 'description']}
        maw={480}
        value={provider.id}
        onChange={({ currentTarget }) =>
          setProvider(providers.find(({ id }) => id === currentTarget.value) ?? providers[0])
        }
        data={providers.map(({ id, label }) => ({ value: id, label }))}
      />
      {/* Each provider has fields of its own, filled in with what suits it. */}
      <ModelFields key={provider.id} provider={provider} model={isUsed ? model : null} />
    </Form>
  )
}

function ModelFields({ provider, model }: { provider: Provider; model: Model | null }) {
  const start = model ?? provider
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {provider.isLocal !== true && (
          <TextField
            name="baseUrl"
            type="url"
            label="Address"
            placeholder="http://127.0.0.1:8000/v1"
            defaultValue={start.baseUrl ?? ''}
            required
          />
        )}
        <TextField
          name="model"
          label={provider.isLocal === true ? 'Folder of the model' : 'Model'}
          defaultValue={start.model ?? ''}
          required
        />
      </SimpleGrid>
      {provider.isLocal !== true && (
        <PasswordField
          name="apiKey"
          label="Key of the provider"
          description={keyHint(provider, model)}
          autoComplete="off"
          required={provider.needsKey === true && model?.hasKey !== true}
          maw={480}
        />
      )}
      <Accordion variant="separated">
        <Accordion.Item value="more">
          <Accordion.Control>
            <Text size="sm">More about the model</Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Details provider={provider} model={model} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  )
}

function Details({ provider, model }: { provider: Provider; model: Model | null }) {
  const start = model ?? provider
  const dimensions = model === null ? provider.dimensions : model.askedDimensions
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextField
        name="documentPrefix"
        label="Before every text"
        description="Many models want one; see the page of yours."
        defaultValue={start.documentPrefix ?? ''}
      />
      <TextField
        name="queryPrefix"
        label="Before every query"
        description="Nothing, where the model wants none."
        defaultValue={start.queryPrefix ?? ''}
      />
      {provider.isLocal !== true && (
        <TextField
          name="dimensions"
          type="number"
          min={1}
          label="Dimensions"
          description="Empty is what the model has."
          defaultValue={dimensions ?? ''}
        />
      )}
      <TextField
        name="weight"
        type="number"
        min={0}
        max={1}
        step={0.05}
        label="Weight of meaning"
        description="From 0 to 1; the rest is words."
        defaultValue={model?.weight ?? 0.4}
      />
    </SimpleGrid>
  )
}

function keyHint({ needsKey }: Provider, model: Model | null): string {
  if (model?.hasKey === true) return 'There is one. Leave it empty to keep it.'
  return needsKey === true ? 'It is sealed, and never shown again.' : 'If it asks for one.'
}

type Settings = Omit<Parameters<typeof client.embeddings.set>[0], 'workspaceId' | 'provider'>

function settingsOf(values: Record<string, string>): Settings {
  const { baseUrl, model, apiKey = '', documentPrefix, queryPrefix, dimensions, weight } = values
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(model === undefined ? {} : { model }),
    ...(apiKey === '' ? {} : { apiKey }),
    ...(documentPrefix === undefined ? {} : { documentPrefix }),
    ...(queryPrefix === undefined ? {} : { queryPrefix }),
    ...(dimensions === undefined
      ? {}
      : { dimensions: dimensions === '' ? null : Number(dimensions) }),
    ...(weight === undefined ? {} : { weight: Number(weight) }),
  }
}
