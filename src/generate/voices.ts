/** Who may speak in a generated scene, and in which voices: the engines of the scenario format, four voices a file. */
import { TurnrigError } from '../error.js';
import type { Language, Person } from './model.js';

export interface Voices {
  readonly tts: 'flite' | 'openai';
  /** Four or more names of the engine's voices. */
  readonly voices: readonly string[];
}

/** flite is built in and speaks English. For Chinese there is no voice inside turnrig: Kokoro's names, for any server that has them. */
export function defaultVoices(language: Language, tts: Voices['tts'] | undefined): Voices {
  const engine = tts ?? (language === 'en' ? 'flite' : 'openai');
  if (engine === 'flite' && language !== 'en')
    throw new TurnrigError('input', `flite speaks English only, not "${language}"`, {
      hint: 'Use --tts openai, which asks a speech server.',
    });
  if (engine === 'flite') return { tts: 'flite', voices: ['slt', 'rms', 'awb', 'kal'] };
  return {
    tts: 'openai',
    voices:
      language === 'en' ? ['af_heart', 'am_michael', 'bf_emma', 'bm_george'] : ['zf_xiaobei', 'zm_yunjian', 'zf_xiaoxiao', 'zm_yunxi'],
  };
}

const WOMEN = 'Nora Emma Ruth Carla Ines Maya Helen Tess Julia Priya Alice Hanna Wendy Laura Sofia Greta Molly Irene Kate Dana'.split(' ');
const MEN =
  'Ben Tom Sam Leo Omar Felix Hugo Paul Ivan Noah Karl Eric Victor Dean Marco Peter Simon Adam Ralph Joel Frank Colin Owen Max Henry Luke Toby Glen Ravi Nils'.split(
    ' ',
  );
const ZH_WOMEN = [
  '李娜 lina',
  '王芳 wangfang',
  '小敏 xiaomin',
  '陈静 chenjing',
  '小雪 xiaoxue',
  '张丽 zhangli',
  '周婷 zhouting',
  '婷婷 tingting',
  '阿梅 amei',
  '小慧 xiaohui',
];
const ZH_MEN = [
  '大伟 dawei',
  '小刚 xiaogang',
  '志强 zhiqiang',
  '建国 jianguo',
  '阿明 aming',
  '小军 xiaojun',
  '文博 wenbo',
  '浩然 haoran',
  '老赵 laozhao',
  '子轩 zixuan',
];

/** The people who speak with the voice of that place. flite has one woman's voice; everywhere else every second voice is a woman's. */
export function peopleOf(language: Language, { tts, voices }: Voices, voice: number): Person[] {
  const isWoman = tts === 'flite' ? voices[voice] === 'slt' : voice % 2 === 0;
  const names = language === 'zh' ? (isWoman ? ZH_WOMEN : ZH_MEN) : isWoman ? WOMEN : MEN;
  const shares = voices.map((_, i) => i).filter((i) => (tts === 'flite' ? voices[i] === 'slt' : i % 2 === 0) === isWoman);
  const mine = names.filter((_, i) => shares[i % shares.length] === voice);
  return mine.map((entry) => {
    const [name = entry, id = name.toLowerCase()] = entry.split(' ');
    return { id, name, voice };
  });
}
