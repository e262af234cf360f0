/** The Chinese grammar: lexicon, two topics a family, and talk. Numbers are said in characters; digits are right answers too. */
import type { Grammar, Talk, Topic } from './model.js';

const list = (text: string): readonly string[] => text.split('、');
const DIGITS = '零一二三四五六七八九';
const chinese = (n: number): string =>
  n < 10 ? (DIGITS[n] ?? '') : `${n < 20 ? '' : (DIGITS[Math.floor(n / 10)] ?? '')}十${n % 10 === 0 ? '' : (DIGITS[n % 10] ?? '')}`;
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => `${chinese(from + i)}|${from + i}`);
const times = [6, 7, 8, 9, 10, 11, 12].flatMap((hour) =>
  [10, 15, 20, 25, 35, 40, 45, 50].map((minute) => `${chinese(hour)}点${chinese(minute)}|${hour}:${minute}|${hour}点${minute}`),
);

const LEXICON: Readonly<Record<string, readonly string[]>> = {
  n: numbers(11, 48),
  n2: numbers(11, 48),
  time: times,
  time2: times,
  day: list('星期一、星期二、星期三、星期四、星期五、星期六、星期天'),
  day2: list('星期一、星期二、星期三、星期四、星期五、星期六、星期天'),
  city: list('杭州、成都、西安、青岛、苏州、昆明、大连、厦门、长沙、桂林'),
  color: list('红色、蓝色、绿色、黄色、白色、黑色、橙色、紫色、灰色'),
  color2: list('红色、蓝色、绿色、黄色、白色、黑色、橙色、紫色、灰色'),
  guest: list('孙老师、刘阿姨、马叔叔、高经理、林医生、何教练、郑师傅、谢奶奶'),
  guest2: list('孙老师、刘阿姨、马叔叔、高经理、林医生、何教练、郑师傅、谢奶奶'),
  food: list('饺子、面条、火锅、米饭、包子、豆腐、排骨汤、炒青菜'),
  thing: list('钥匙、眼镜、手套、充电器、雨伞、笔记本、围巾、钱包'),
};

const TOPICS: readonly Topic[] = [
  {
    id: 'gate',
    family: 'place',
    evidence: [
      ['去{city}的车在{n}号检票口。'],
      ['我看了一下，{time}去{city}的那趟，在{n}号检票口检票。'],
      ['去{city}的车在哪儿检票？', '在{n}号检票口，{to}，{time}开车。'],
    ],
    explicit: ['小雅，我们去几号检票口？', '小雅，检票口是几号？'],
    implicit: ['刚才没听清，帮我们再说一下检票口是几号？', '你一直在听，检票口是几号来着？'],
    answer: '{n}号检票口。',
    mention: ['n'],
  },
  {
    id: 'seat',
    family: 'place',
    slots: { spot: list('门口的柜子、床底下的箱子、厨房的抽屉、阳台的架子、书房的桌子、车的后备箱') },
    evidence: [
      ['备用的{thing}我放在{spot}里了，旁边有个{color}的袋子。'],
      ['{guest}送的{thing}收在{spot}里面。'],
      ['备用的{thing}放哪儿了？', '在{spot}里，{to}，挨着{color}的盒子。'],
    ],
    explicit: ['小雅，备用的那个放在哪里了？', '小雅，我该去哪里找？'],
    implicit: ['麻烦再告诉我一遍，应该去哪儿找？', '你记性好，东西放在哪儿来着？'],
    answer: '在{spot}里。',
    mention: ['spot'],
  },
  {
    id: 'score',
    family: 'activity',
    evidence: [
      ['这一局打完，{color}队一共{n}分。'],
      ['记一下，{day}的比赛我们拿了{n}分，比{guest}他们多。'],
      ['我们现在多少分？', '{n}分，{to}，{guest}刚算过。'],
    ],
    explicit: ['小雅，我们一共多少分？', '小雅，刚才记的是多少分？'],
    implicit: ['帮我们念一下分数吧？', '分数是你在记，现在是多少？'],
    answer: '{n}分。',
    mention: ['n'],
  },
  {
    id: 'start',
    family: 'activity',
    slots: { sport: list('合唱、游泳、爬山、下棋、排练、太极拳、羽毛球') },
    evidence: [
      ['{day}的{sport}改到{time}开始，别迟到。'],
      ['{guest}说了，{day}的{sport}{time}开始。'],
      ['{day}的{sport}几点开始？', '{time}，{to}，{guest}通知的。'],
    ],
    explicit: ['小雅，几点开始？', '小雅，我们要几点到？'],
    implicit: ['提醒我们一下，是几点来着？', '时间你记下来了吧，几点开始？'],
    answer: '{time}开始。',
    mention: ['time'],
  },
  {
    id: 'visit',
    family: 'relation',
    slots: { kin: list('表姐、堂哥、舅舅、姑姑、同学、邻居、战友') },
    evidence: [
      ['我{kin}{day}从{city}过来看我们，{guest}去接。'],
      ['{guest}的{kin}{day}要来，从{city}坐车。'],
      ['你{kin}哪天来？', '{day}来，{to}，从{city}出发。'],
    ],
    explicit: ['小雅，客人哪天来？', '小雅，是星期几来？'],
    implicit: ['我要写到日历上，请问是哪一天？', '帮忙再说一遍，客人星期几到？'],
    answer: '{day}。',
    mention: ['day'],
  },
  {
    id: 'pickup',
    family: 'relation',
    evidence: [
      ['{day}{guest}去接孩子，{guest2}要上班。'],
      ['接孩子的事说好了，{time}{guest}去，{guest2}不去。'],
      ['{day}谁去接孩子？', '{guest}去，{to}，上次是{guest2}。'],
    ],
    explicit: ['小雅，谁去接孩子？', '小雅，接孩子的是哪一位？'],
    implicit: ['再确认一下，请问谁去接孩子？', '你听见了，是谁去接孩子？'],
    answer: '{guest}去接。',
    mention: ['guest'],
    not: ['guest2'],
  },
  {
    id: 'heating',
    family: 'devices',
    slots: { zone: list('客厅、卧室、书房、厨房、儿童房、浴室'), degrees: numbers(17, 27) },
    evidence: [
      ['{zone}的空调我调到了{degrees}度，开到{time}。'],
      ['{zone}那个{color}的面板上显示{degrees}度。'],
      ['{zone}现在多少度？', '我设的是{degrees}度，{to}，{time}关。'],
    ],
    explicit: ['小雅，{zone}设的是多少度？', '小雅，{zone}的空调是几度？'],
    implicit: ['再说一下{zone}的温度好吗？', '设置都在你那儿，{zone}调的是多少度？'],
    answer: '{degrees}度。',
    mention: ['degrees'],
  },
  {
    id: 'printer',
    family: 'devices',
    evidence: [
      ['{color}的那台打印机能用，{color2}的坏了。'],
      ['{guest}{day}修好了{color}的打印机，{color2}的还没修。'],
      ['哪台打印机能用？', '{color}的那台，{to}，别用{color2}的。'],
    ],
    explicit: ['小雅，我能用哪台打印机？', '小雅，能用的打印机是什么颜色？'],
    implicit: ['我要打印，请告诉我哪台是好的？', '麻烦再说一次，哪台打印机没坏？'],
    answer: '{color}的那台。',
    mention: ['color'],
    not: ['color2'],
  },
  {
    id: 'corrected-time',
    family: 'style',
    slots: { event: list('晚饭、电影、音乐会、班车、电话会议、讲座、聚会') },
    evidence: [
      ['{event}是{time2}，哦不对不对，我说错了，是{day}{time}。'],
      ['嗯，{time2}，等等，那是上个星期的，{event}这次是{time}。'],
      ['{day}的{event}是{time2}吧？', '不是不是，{to}，是{time}。'],
    ],
    explicit: ['小雅，那到底是几点？', '小雅，哪个时间才对？'],
    implicit: ['我都糊涂了，帮我们理一理，到底是几点？', '请问最后说的是几点？'],
    answer: '{time}。',
    mention: ['time'],
    not: ['time2'],
  },
  {
    id: 'corrected-count',
    family: 'style',
    evidence: [
      ['那个，我数数啊，{day}一共{n2}个人，哎不对，是{n}个人。'],
      ['我本来说{n2}个人，后来{guest}他们也来，那就{n}个人吧。'],
      ['去{city}的是{n2}个人吧？', '不止了，{to}，现在是{n}个人，我数了两遍。'],
    ],
    explicit: ['小雅，最后一共多少个人？', '小雅，人数定的是多少？'],
    implicit: ['那我订几个人的位子，能告诉我吗？', '你一直跟着数，现在是多少人？'],
    answer: '{n}个人。',
    mention: ['n'],
    not: ['n2'],
  },
];

const TALK: Talk = {
  N1: [
    '昨天小雅推荐的{food}真好吃。',
    '我觉得小雅今天挺安静的。',
    '自从有了小雅，家里没人写清单了。',
    '{city}那边的办公室也有一个小雅。',
    '我跟{guest}说起过小雅。',
    '多亏小雅，不然{thing}就忘带了。',
    '上{day}是小雅叫我起床的。',
    '连{guest}都喜欢小雅了。',
  ],
  N2: [
    '{to}，帮我拿一下{thing}好吗？',
    '{to}，你的手机响了。',
    '{to}，要不要再来点{food}？',
    '{to}，你那件{color}的外套真好看。',
    '{to}，门锁好了没有？',
    '{to}，往那边坐一点。',
    '电视，声音小一点。',
    '扫地机器人，开始打扫。',
    '{to}，{day}一起去散步吧。',
    '{to}，还记得那年在{city}吗？',
    '导航，回家还要多久？',
    '{to}，最近有{guest}的消息吗？',
  ],
  N3: [
    '我的{thing}放哪儿去了呢。',
    '嗯，先做{food}，再洗碗。',
    '哎呀，又忘了。',
    '这次可不能忘了{thing}。',
    '一、二、三，怎么少了一个。',
    '唉，今天可真累。',
    '慢点，慢点，有点烫。',
    '早知道就留在{city}了。',
  ],
  N4: [
    { ask: '小雅，去{city}要多久？', resolve: '坐车三个小时吧，{to}，我上周刚去过。' },
    { ask: '小雅，超市还开着吗？', resolve: '开着呢，{to}，{time}才关门。' },
    { ask: '小雅，{city}今天天气怎么样？', resolve: '算了不用了，我手机上看到了，在下雨。', same: true },
    { ask: '小雅，{food}要煮几分钟？', resolve: '{n}分钟，{to}，包装上写着呢。' },
    { ask: '小雅，{guest}什么时候到？', resolve: '{time}到，{to}，刚给我发了消息。' },
    { ask: '小雅，看见我的{thing}了吗？', resolve: '哦不用找了，就在我手里。', same: true },
    { ask: '小雅，这首歌是谁唱的？', resolve: '是{guest}年轻时候唱的，{to}，我认得出来。' },
    { ask: '小雅，去车站坐哪路车？', resolve: '别查了，我决定走路去。', same: true },
  ],
};

export const ZH: Grammar = { lexicon: LEXICON, topics: TOPICS, talk: TALK };
