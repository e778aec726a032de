// What Python asks of ScienceWorld at each step, in one call: the text, the score, and what changed in the house.
//
// Asked from Python by the engine's own interface, the same takes a call for each of them and a page of 150 kB that
// lists all properties of all things. `make_class.py` compiles this file; the class is kept beside it, since those who
// only play have no compiler.

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Tuple3;
import scala.collection.Iterator;
import scienceworld.objects.electricalcomponent.Terminal;
import scienceworld.objects.livingthing.LivingThing;
import scienceworld.objects.location.Location;
import scienceworld.objects.portal.Portal;
import scienceworld.runtime.AgentInterface;
import scienceworld.runtime.pythonapi.PythonInterface;
import scienceworld.struct.EnvObject;

public class ScienceTeller {
    private static final Field CONTENTS = contentsField();

    private final PythonInterface simulator = new PythonInterface();
    private AgentInterface agent;
    private Map<String, String> told = new HashMap<>();

    /** Begin a task; what went wrong, "" when nothing did. */
    public String load(String task, int variation, String simplifications, boolean gold) {
        agent = null;
        told = new HashMap<>();
        String trouble = simulator.load(task, variation, simplifications, gold);
        if (trouble.isEmpty()) {
            agent = simulator.agentInterface().get();
        }
        return trouble;
    }

    /**
     * Do an action. Score, whether it is over, the number of lines of text, the text, and a line for each thing that is
     * new or changed (see line), or that is gone (its number alone).
     */
    public String step(String action) {
        Tuple3<String, Object, Object> done = agent.step(action);
        if (done._1().startsWith("Ambiguous request")) {
            done = agent.step("0");
        }
        String text = done._1();
        StringBuilder out = new StringBuilder();
        out.append(done._2()).append('\t').append(done._3()).append('\t').append(text.split("\n", -1).length);
        out.append('\n').append(text);
        Map<String, String> now = new LinkedHashMap<>();
        collect(agent.universe(), "", now);
        for (Map.Entry<String, String> each : now.entrySet()) {
            if (!each.getValue().equals(told.remove(each.getKey()))) {
                out.append('\n').append(each.getKey()).append('\t').append(each.getValue());
            }
        }
        for (String gone : told.keySet()) {
            out.append('\n').append(gone);
        }
        told = now;
        return out.toString();
    }

    public String goal() {
        return simulator.getTaskDescription();
    }

    /** Actions that win, after load(gold), one a line. */
    public String goldPath() {
        return String.join("\n", simulator.getGoldActionSequence());
    }

    public int variations(String task) {
        return simulator.getTaskMaxVariations(task);
    }

    public String taskNames() {
        return String.join("\n", simulator.getTaskNames());
    }

    /** All that could be done now, one a line. To find names for things takes dice, which are put back. */
    public String validActions() throws IOException {
        java.util.Random dice = scala.util.Random$.MODULE$.self();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(written)) {
            stream.writeObject(dice);
        }
        // Their state is the last of their fields, and after it comes the byte that ends an object.
        long seed = ByteBuffer.wrap(written.toByteArray()).getLong(written.size() - 9);
        List<String> found = simulator.getValidActionObjectCombinations();
        dice.setSeed(seed ^ 0x5DEECE66DL);
        return String.join("\n", found);
    }

    private void collect(EnvObject holder, String holderId, Map<String, String> out) {
        String id = Long.toString(holder.uuid());
        Iterator<EnvObject> inside = contents(holder);
        boolean full = false;
        while (inside.hasNext()) {
            EnvObject each = inside.next();
            if (each instanceof Terminal) {
                connection((Terminal) each, id, out);
            } else {
                collect(each, id, out);
                full = true;
            }
        }
        out.put(id, line(holder, holderId, full));
        if (holder instanceof Location) {
            Iterator<Portal> doors = holder.getPortals(true).iterator();
            while (doors.hasNext()) {
                Portal door = doors.next();
                EnvObject there = door.connectsFrom().equals(holder) ? door.connectsTo() : door.connectsFrom();
                boolean open = door.propPortal().get().isOpen();
                out.put(door.uuid() + "@" + id, "door\t" + id + "\t" + there.getName() + "\t" + open);
            }
        }
    }

    /** What the engine hands out is sorted anew each time. */
    @SuppressWarnings("unchecked")
    private static Iterator<EnvObject> contents(EnvObject holder) {
        try {
            return ((scala.collection.Iterable<EnvObject>) CONTENTS.get(holder)).iterator();
        } catch (IllegalAccessException error) {
            return holder.getContainedObjects(true).iterator();
        }
    }

    private static Field contentsField() {
        try {
            Field field = EnvObject.class.getDeclaredField("containedObjects");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException error) {
            throw new IllegalStateException(error);
        }
    }

    private static void connection(Terminal end, String holderId, Map<String, String> out) {
        Iterator<EnvObject> others = end.propElectricalConnection().get().connectedTo().iterator();
        while (others.hasNext()) {
            EnvObject other = others.next();
            String name = other.getName();
            if (other instanceof Terminal) {
                name += " on " + ((Terminal) other).parentObject().getName();
            }
            out.put(end.uuid() + "-" + other.uuid(), "wire\t" + holderId + "\t" + end.getName() + "\t" + name);
        }
    }

    /** "thing", what it is in, name, its description (only of the living, where it holds something), and a letter for each property. */
    private static String line(EnvObject thing, String holderId, boolean full) {
        StringBuilder letters = new StringBuilder();
        if (thing instanceof Location) letters.append('r');
        if (thing.isHidden()) letters.append('h');
        if (thing.propContainer().isDefined() && thing.propContainer().get().isContainer()) {
            letters.append('c').append(thing.propContainer().get().isOpen() ? 'o' : 's');
            if (thing.propContainer().get().isClosable()) letters.append('l');
        }
        if (thing.propDevice().isDefined()) {
            letters.append(thing.propDevice().get().isActivated() ? '1' : '0');
            if (thing.propDevice().get().isActivable()) letters.append('a');
            if (thing.propDevice().get().isUsable()) letters.append('u');
        }
        if (thing.propMoveable().isDefined() && thing.propMoveable().get().isMovable()) letters.append('m');
        if (thing.propLife().isDefined()) letters.append('v');
        if (thing.propMaterial().isDefined()) {
            String state = thing.propMaterial().get().stateOfMatter();
            letters.append(state.equals("liquid") ? 'L' : state.equals("gas") ? 'G' : 'S');
        }
        if (thing instanceof scienceworld.objects.document.Document) letters.append('d');
        if (thing instanceof scienceworld.objects.electricalcomponent.PolarizedElectricalComponent) letters.append('p');
        if (thing instanceof scienceworld.objects.electricalcomponent.Wire) letters.append('w');
        String said = thing.getName();
        if (full && !(thing instanceof LivingThing)) {
            said = thing.getDescriptName("");
        } else if (!(thing instanceof Location) && !thing.isHidden()) {
            said = thing.getDescription(0).split("\n|, currently", 2)[0]; // a thermometer reads anew all the time
            if (said.length() > 120) said = said.substring(0, 120);
        }
        return "thing\t" + holderId + "\t" + thing.getName() + "\t" + said.replace('\t', ' ') + "\t" + letters;
    }
}
