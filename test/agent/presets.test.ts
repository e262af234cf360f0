import { describe, expect, it } from 'vitest';
import { workerEnvironment, workerSettings } from '../../agent/livekit/environment.js';
import { isPresetName, PRESET_NAMES, presetOf, presetSettings } from '../../agent/livekit/presets.js';

describe('the presets', () => {
  it('differ in the turn detection only where they are compared', () => {
    const { turnDetection: a, preset: nameA, ...vadOnly } = presetSettings(presetOf('vad-only'));
    const { turnDetection: b, preset: nameB, ...turnDetector } = presetSettings(presetOf('turn-detector'));
    expect(vadOnly).toEqual(turnDetector);
    expect([a, b]).toEqual(['vad', 'inference.TurnDetector v1-mini']);
    expect([nameA, nameB]).toEqual(['vad-only', 'turn-detector']);
    expect(vadOnly).toMatchObject({ minDelay: 300, maxDelay: 2500, aecWarmupDuration: 0, interruption: 'vad' });
  });

  it('name their stand-ins', () => {
    expect(presetSettings(presetOf('vad-only'))).toMatchObject({
      stt: expect.stringContaining('stand-in') as string,
      llm: expect.stringContaining('stand-in') as string,
    });
    expect(presetSettings(presetOf('vad-only', 'none'))['stt']).toBe('none');
  });

  it('give a real recogniser more time', () => {
    expect(presetOf('moonshine').minDelay).toBeGreaterThan(presetOf('vad-only').minDelay);
  });

  it('are known by name', () => {
    expect(PRESET_NAMES.every(isPresetName)).toBe(true);
    expect(isPresetName('vad')).toBe(false);
  });
});

describe('the worker’s environment', () => {
  it('carries preset, STT and name there and back', () => {
    for (const name of PRESET_NAMES)
      for (const stt of [undefined, 'none'] as const)
        expect(workerSettings(workerEnvironment(name, stt, 'agent-1'))).toEqual({ preset: presetOf(name, stt), agentName: 'agent-1' });
  });

  it('carries other settings', () => {
    const tuning = { minDelay: 200, vadMinSilence: 100 };
    const env = workerEnvironment('vad-only', undefined, 'a', tuning);
    expect(workerSettings(env).preset).toEqual({ ...presetOf('vad-only'), ...tuning });
    expect(() => workerSettings({ ...env, TURNRIG_PRESET_TUNING: '{"minDelay":-1}' })).toThrow(/without its settings/);
    expect(() => workerSettings({ ...env, TURNRIG_PRESET_TUNING: '{' })).toThrow(/without its settings/);
  });

  it.each([{}, { TURNRIG_PRESET: 'nope', TURNRIG_AGENT_NAME: 'a' }, { TURNRIG_PRESET: 'vad-only' }])('refuses %j', (env) => {
    expect(() => workerSettings(env)).toThrow(/without its settings/);
  });
});
